import { HOUR_MS, MARKET_HOURS, type StoredResolution } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import type { DatabaseHandle } from '../../../db/index.ts';
import { runJob } from '../../../jobs/testing/run-job.ts';
import type { Instrument } from '../../catalogue/index.ts';
import { barAt } from '../columns/bar-columns.ts';
import { barJobs } from '../jobs.ts';
import { readStoredBars } from '../stored-bars.ts';
import { barsAt, marketTimes, seededRandom } from './make-bars.ts';
import { insertMany } from './many-instruments.ts';
import { createTestFeeds, type TestFeed } from './test-feeds.ts';
import { createWritableBars } from './writable-bars.ts';

/** Interval of the rounds. */
const PAUSE_MS = 60_000;
export const FROM = Date.parse('2024-02-01');
export const EVENING = Date.parse('2024-03-20T21:00:00Z');
const stocks = MARKET_HOURS['us-stocks'];

type Warning = { message: string; detail: Record<string, unknown> };

/** Shares with stored days and hours from `FROM` to `EVENING`, equal to the feed's; clock and randomness are controlled. */
export type NightlyWorld = {
  instruments: Instrument[];
  clock: { nowMs: number; now: () => number };
  feed: TestFeed;
  requests: TestFeed['requests'];
  /** Runs rounds of comparisons, a minute apart; at night days are drawn first. */
  run: (rounds?: number) => Promise<void>;
  stored: (instrument: Instrument, resolution: StoredResolution) => Promise<Bar[]>;
  /** Makes every bar of the feed differ slightly. */
  change: (instrument: Instrument, by: (bar: Bar) => Partial<Bar>) => void;
  /** Logged differences. */
  differences: () => Warning[];
  /** Codes of shares whose history was emptied. */
  rescaled: string[];
  /** The same database in a process that has just started. */
  restart: () => void;
};

function givenBars(resolution: StoredResolution): Bar[] {
  return barsAt(marketTimes(stocks, resolution, FROM, EVENING - HOUR_MS));
}

async function readStored(
  { db }: Pick<DatabaseHandle, 'db'>,
  { id }: Instrument,
  resolution: StoredResolution,
): Promise<Bar[]> {
  const span = { fromMs: FROM, toMs: EVENING };
  const read = await readStoredBars(db, {
    instrumentId: id,
    resolution,
    isSimulated: true,
    ...span,
  });
  const bars: Bar[] = [];
  for await (const piece of read.pieces) {
    for (let i = 0; i < piece.length; i++) bars.push(barAt(piece, i));
  }
  return bars;
}

/** New instruments of FMP; the clock stands at the evening. */
export async function createNightlyWorld(
  database: Pick<DatabaseHandle, 'db'>,
  count: number,
): Promise<NightlyWorld> {
  const instruments = await insertMany(database, count, 'us-stocks');
  const feeds = createTestFeeds();
  const { FMP: feed } = feeds;
  const time = () => clock.nowMs;
  const clock = { nowMs: EVENING, now: time, monotonicMs: time };
  const warnings: Warning[] = [];
  const warn = (detail: object, message: string) =>
    void warnings.push({ message, detail: { ...detail } });
  const given = { db: database.db, feeds, clock, log: { warn }, random: seededRandom(7) };
  const bars = createWritableBars(given);
  const rescaled: string[] = [];
  bars.onRescaled(async ({ code }) => void rescaled.push(code));
  const create = () => barJobs({ ...given, bars, catalogue: { enabled: () => instruments } });
  let jobs = create();
  for (const instrument of instruments) {
    for (const resolution of ['60', '1D'] as const) {
      const stored = givenBars(resolution);
      feed.set(instrument.code, resolution, stored);
      const covered = { coveredFromMs: FROM, coveredToMs: EVENING };
      await bars.write({ instrument, resolution, bars: stored, ...covered });
    }
  }
  return {
    instruments,
    clock,
    feed,
    requests: feed.requests,
    rescaled,
    async run(rounds = 1) {
      for (let round = 0; round < rounds; round++) {
        if (new Date(clock.nowMs).getUTCHours() === 1) await runJob(jobs, 'bars.draw-days');
        await runJob(jobs, 'bars.compare-days');
        clock.nowMs += PAUSE_MS;
      }
    },
    stored: (instrument, resolution) => readStored(database, instrument, resolution),
    change({ code }, by) {
      for (const resolution of ['60', '1D'] as const) {
        const changed = givenBars(resolution).map((bar) => ({ ...bar, ...by(bar) }));
        feed.set(code, resolution, changed);
      }
    },
    differences: () =>
      warnings.filter(({ message }) => message === 'stored bars differ from their vendor'),
    restart() {
      jobs = create();
    },
  };
}
