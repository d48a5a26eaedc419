import { DAY_MS } from '@moneytrail/calendar';
import { byFeed } from '@moneytrail/contract';
import { expect, onTestFinished, test } from 'vitest';
import { DATABASE_KINDS, openTestDatabase, silentLog } from '../../db/testing/test-database.ts';
import { MACHINE_CLOCK } from '../../steady-clock.ts';
import { trendingBars } from '../analysis/testing/trending-bars.ts';
import { columnsOf, createBars } from '../bars/index.ts';
import { writeBars, writeBeginning } from '../bars/store/write-bars.ts';
import { insertMany } from '../bars/testing/many-instruments.ts';
import { createScriptedFeeds } from '../live/testing/scripted-feed.ts';
import { computeInThread } from './compute-in-thread.ts';
import { testWork } from './compute-test.ts';
import { RULE } from './testing/rule.ts';

const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const DAYS = trendingBars(1_000, TODAY - DAY_MS, DAY_MS);
const CLOSED_FEED = { isSimulated: false, restUrl: 'http://127.0.0.1:9', apiKey: 'none' };

test.each(DATABASE_KINDS)(
  'on %s a test computed in a thread is that of this one, and its end when it is not wanted leaves the database whole',
  async (kind) => {
    const database = await openTestDatabase(kind);
    onTestFinished(database.close);
    const { db } = database;
    const instruments = await insertMany(database, 3, 'crypto');
    for (const { id } of instruments) {
      const key = { instrumentId: id, resolution: '1D', isSimulated: false } as const;
      const coverage = { fromMs: DAYS[0]?.time ?? 0, toMs: TODAY };
      await writeBars(db, { key, columns: columnsOf(DAYS), coverage, trust: 'trusted' });
      await writeBeginning(db, key, coverage.fromMs);
    }
    const settings = byFeed(() => CLOSED_FEED);
    const compute = computeInThread({
      bars: { written: () => undefined },
      onFailureLine: () => undefined,
      dataOf: () => ({
        database: database.share(),
        replicaUrl: null,
        maxConnections: 2,
        feeds: settings,
        logLevel: 'silent',
      }),
    });
    const feeds = createScriptedFeeds();
    feeds.FMP.isSimulated = false;
    const bars = createBars({ db, feeds, clock: MACHINE_CLOCK, log: silentLog });
    const here = testWork({ db, bars, feeds, clock: MACHINE_CLOCK });
    const instrumentIds = instruments.map(({ id }) => id);
    const wanted = { rule: RULE, instrumentIds, years: null, locked: 0 };
    const done: number[] = [];
    const run = (signal: AbortSignal, known: readonly string[] = []) => ({
      signal,
      known,
      progress: (count: number) => void done.push(count),
    });
    const { signal } = new AbortController();
    const expected = await here(wanted, run(signal));
    done.length = 0;
    expect(await compute(wanted, run(signal))).toEqual(expected);
    expect(done).toEqual([1, 2, 3]);
    expect(await compute(wanted, run(signal, [expected.version]))).toEqual({
      version: expected.version,
      result: null,
    });
    const unwanted = new AbortController();
    const stopped = compute(wanted, {
      ...run(unwanted.signal),
      progress: () => unwanted.abort(new Error('not wanted')),
    });
    await expect(stopped).rejects.toThrow('not wanted');
    await expect(compute(wanted, run(unwanted.signal))).rejects.toThrow('not wanted');
    expect(await compute(wanted, run(signal))).toEqual(expected);
  },
);
