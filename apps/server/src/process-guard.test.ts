import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { guardProcess } from './process-guard.ts';

/** A process that receives failures, and a log that keeps them. */
function guarded(stop: () => Promise<void> = async () => undefined) {
  const events = new EventEmitter();
  const exits: (number | string | null | undefined)[] = [];
  const logged: string[] = [];
  const note = (detail: object, message?: string) =>
    void logged.push(`${JSON.stringify(detail)} ${message}`);
  const guard = guardProcess({
    log: { error: note, fatal: note } as Parameters<typeof guardProcess>[0]['log'],
    stop,
    process: Object.assign(events, {
      exit: (code?: number | string | null) => {
        exits.push(code);
        return undefined as never;
      },
    }) as unknown as NodeJS.Process,
  });
  return { ...guard, events, exits, logged };
}

test('C68: an unhandled rejection is logged as an alarm and counted, and the process continues', () => {
  const { events, exits, logged, counts } = guarded();
  events.emit('unhandledRejection', new Error('lost'));
  events.emit('unhandledRejection', 'no error at all');
  expect(counts).toEqual({ rejection: 2, connection: 0, exception: 0 });
  expect(logged.join()).toContain('"alarm":"unhandled-rejection"');
  expect(exits).toEqual([]);
});

test('C68: an error of a connection that ended harms nothing else', () => {
  const { events, exits, counts } = guarded();
  events.emit('uncaughtException', Object.assign(new Error('gone'), { code: 'ECONNRESET' }));
  expect([counts.connection, exits]).toEqual([1, []]);
});

test('C68: any other exception ends the process in order, once', async () => {
  let stops = 0;
  const { events, exits, logged, counts } = guarded(async () => {
    stops += 1;
  });
  events.emit('uncaughtException', new Error('half changed'));
  events.emit('uncaughtException', new Error('again'));
  await expect.poll(() => exits).toEqual([1]);
  expect([stops, counts.exception]).toEqual([1, 2]);
  expect(logged.join()).toContain('"alarm":"uncaught-exception"');
});
