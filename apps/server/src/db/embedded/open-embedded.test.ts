import { fork } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createTestPlace, openTestDatabase } from '../testing/test-database.ts';

const GUARDED_PROCESS = new URL('../testing/guarded-process.ts', import.meta.url);

/** The messages and the exit of a process with an open embedded database whose thread ends this way. */
async function outcomeOf(way: 'throws' | 'ends') {
  const { dataDir, drop } = await createTestPlace('pglite');
  onTestFinished(drop);
  const child = fork(GUARDED_PROCESS, [dataDir]);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  const alarms: unknown[] = [];
  child.on('message', (said: unknown[]) => alarms.push(...said));
  child.send(way);
  // Unlike 'exit' it comes after the last message.
  const [code] = await once(child, 'close');
  return { code, alarms };
}

test('has a quarter of the room for pages that PostgreSQL takes by itself', async () => {
  const { db, close } = await openTestDatabase('pglite');
  onTestFinished(close);
  const { rows } = await sql`show shared_buffers`.execute(db);
  expect(rows).toEqual([{ shared_buffers: '32MB' }]);
});

test.each([
  ['throws', /^the embedded database ended: Cannot read/],
  ['ends', /^the embedded database ended: it ended with code 1$/],
] as const)(
  'a database thread that %s unasked is a fatal alarm and ends the process in order, so that it is started again',
  async (way, cause) => {
    const { code, alarms } = await outcomeOf(way);
    expect(alarms).toEqual([expect.stringMatching(cause)]);
    expect(code).toBe(1);
  },
);
