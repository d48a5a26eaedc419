import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../db/index.ts';
import { createPostgres } from '../../db/testing/test-database.ts';
import { createSteadyClock } from '../../steady-clock.ts';
import { holdLease } from './lease.ts';
import { eventually } from './testing/eventually.ts';

const log = pino({ level: 'silent' });
const clock = createSteadyClock({ now: Date.now });
const TIMING = { leaseMs: 900, renewMs: 100 };

/** Several processes need a database that several can open. */
async function openCandidates() {
  const { url, drop } = await createPostgres();
  onTestFinished(drop);
  const owners = new Set<string>();
  const mostAtOnce = { count: 0 };
  const join = async (owner: string) => {
    const database = await openDatabase({ databaseUrl: url, dataDir: '', log });
    const { db } = database;
    const stop = holdLease({ db, clock, log }, { exchange: 'FMP', owner }, TIMING, () => {
      owners.add(owner);
      mostAtOnce.count = Math.max(mostAtOnce.count, owners.size);
      return async () => {
        owners.delete(owner);
      };
    });
    onTestFinished(async () => {
      await stop();
      await database.close();
    });
    return { stop, cutOff: () => database.close() };
  };
  return { join, owners, mostAtOnce };
}

test('one process owns a feed; when it stops another begins', async () => {
  const { join, owners, mostAtOnce } = await openCandidates();
  const first = await join('first');
  await eventually(() => expect([...owners]).toEqual(['first']));
  await join('second');
  await first.stop();
  await eventually(() => expect([...owners]).toEqual(['second']));
  expect(mostAtOnce.count).toBe(1);
});

test('an owner cut off from the database steps down before another begins', async () => {
  const { join, owners, mostAtOnce } = await openCandidates();
  const first = await join('first');
  await eventually(() => expect([...owners]).toEqual(['first']));
  await join('second');
  await first.cutOff();
  await eventually(() => expect([...owners]).toEqual(['second']));
  expect(mostAtOnce.count).toBe(1);
});
