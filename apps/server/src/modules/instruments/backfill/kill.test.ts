import { fork } from 'node:child_process';
import { once } from 'node:events';
import { DAY_MS, MINUTE_MS, STORED_RESOLUTIONS } from '@moneytrail/calendar';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../db/index.ts';
import {
  createTestPlace,
  silentLog,
  type TestPlace,
  USUAL_KINDS,
} from '../../../db/testing/test-database.ts';
import { runJob } from '../../../jobs/testing/run-job.ts';
import { readStoredBars } from '../../bars/index.ts';
import { createCatalogue } from '../../catalogue/index.ts';
import { STEADY_NOW, steadyTimes, steadyWorker } from '../testing/steady-worker.ts';
import { requestRun } from './store.ts';

const KILLED_AFTER = 8;
const DAYS = { '1': 40, '15': 100, '60': 200, '1D': 200 };

/** Kills a process that is reading while a question is outstanding. */
async function readUntilKilled({ databaseUrl, dataDir }: TestPlace): Promise<void> {
  const program = new URL('../testing/backfill-process.ts', import.meta.url);
  const child = fork(program, [String(KILLED_AFTER)], {
    env: { ...process.env, DATABASE_URL: databaseUrl ?? '', DATA_DIR: dataDir },
  });
  let asked = 0;
  child.on('message', () => {
    asked++;
    if (asked === KILLED_AFTER) child.kill('SIGKILL');
  });
  await once(child, 'exit');
}

test.each(USUAL_KINDS)(
  'on %s a history whose worker is killed in its midst is continued: nothing is lost, duplicated or asked for again',
  async (kind) => {
    const place = await createTestPlace(kind);
    onTestFinished(place.drop);
    const first = await openDatabase({ ...place, log: silentLog });
    const clock = { now: () => STEADY_NOW };
    const catalogue = await createCatalogue({ db: first.db, clock, log: silentLog });
    await catalogue.addFirst();
    const { id } = await catalogue.resolve('FMP:BTCUSD');
    const key = { instrumentId: id, isSimulated: false };
    const wanted = { nowMs: STEADY_NOW, startDate: null, endDate: null };
    await first.db.transaction().execute((trx) => requestRun(trx, key, wanted));
    await first.close();
    await readUntilKilled(place);

    const second = await openDatabase({ ...place, log: silentLog });
    onTestFinished(() => second.close());
    const { db } = second;
    const run = () => db.selectFrom('backfill_runs').selectAll().executeTakeFirstOrThrow();
    const left = await run();
    expect(left).toMatchObject({ state: 'running', lease_token: expect.any(String) });
    expect(left.done).toBeGreaterThan(0);
    expect(left.done).toBeLessThan(left.total ?? 0);
    const questions: string[] = [];
    const nowMs = STEADY_NOW + 2 * MINUTE_MS;
    const jobs = steadyWorker(second, nowMs, ({ resolution, fromMs }) =>
      questions.push(`${resolution}/${fromMs}`),
    );
    await runJob(jobs, 'instruments.backfill');
    const ended = await run();
    expect(ended).toMatchObject({ state: 'completed', lease_token: null });
    expect(ended.done).toBe(ended.total);
    // The missing parts, the newest bars of each resolution, and bars that settled in the two minutes in between.
    const most = (left.total ?? 0) - left.done + 2 * STORED_RESOLUTIONS.length - 1;
    expect(questions.length).toBeLessThanOrEqual(most);
    for (const resolution of STORED_RESOLUTIONS) {
      const span = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };
      const stored = await readStoredBars(db, { ...key, resolution, ...span });
      const times: number[] = [];
      for await (const { time, length } of stored.pieces) times.push(...time.subarray(0, length));
      const sinceMs = STEADY_NOW - DAYS[resolution] * DAY_MS;
      const known = steadyTimes(resolution, sinceMs, STEADY_NOW);
      expect(times.filter((time) => time >= sinceMs)).toEqual(known);
      expect(new Set(times).size).toBe(times.length);
    }
  },
);
