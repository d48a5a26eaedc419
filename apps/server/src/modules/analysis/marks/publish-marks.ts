import { DAY_MS, nextBarTime } from '@moneytrail/calendar';
import type { Bar, ExchangeName } from '@moneytrail/contract';
import type { Db } from '../../../db/index.ts';
import type { JobRun } from '../../../jobs/index.ts';
import { type Catalogue, type Instrument, supportedResolutions } from '../../catalogue/index.ts';
import {
  barsInRange,
  computeMarksOf,
  firstUnsettledBar,
  type MarkBars,
  type MarkSeries,
} from './compute-marks.ts';
import {
  insertNote,
  type LedgerKey,
  ledgerOf,
  PUBLISHED_RESOLUTIONS,
  recordMarks,
  selectLedgers,
  selectMarks,
  selectRanges,
} from './ledger.ts';

export type PublishDeps = {
  db: Db;
  bars: MarkBars;
  catalogue: Pick<Catalogue, 'enabled'>;
  feeds: Record<ExchangeName, { isSimulated: boolean }>;
  clock: { now: () => number };
};

/**
 * Publishes the marks of the bars that closed since the last run; the first run publishes none. The range ends with the
 * newest known bar, as later ones may only be late.
 */
async function publishSeries(deps: PublishDeps, series: MarkSeries): Promise<void> {
  const { db, bars, clock } = deps;
  const { instrument, resolution } = series;
  const key = ledgerOf(deps.feeds, series);
  const closedToMs = firstUnsettledBar(instrument.hours, resolution, clock.now());
  const ranges = await selectRanges(db, key);
  if (ranges.length === 0) {
    const range = { fromMs: closedToMs - 1, toMs: closedToMs };
    await recordMarks(db, key, { range, marks: [], nowMs: clock.now() });
    return;
  }
  const fromMs = Math.max(...ranges.map(({ toMs }) => toMs));
  if (nextBarTime(instrument.hours, resolution, fromMs - 1) >= closedToMs) return;
  const range = { fromMs, toMs: closedToMs };
  const { marks, isWhole, lastTime } = await computeMarksOf(bars, series, range);
  if (!isWhole || lastTime === null) return;
  const looked = { range: { fromMs, toMs: lastTime + 1 }, marks, nowMs: clock.now() };
  await recordMarks(db, key, looked);
}

export async function publishMarks(
  deps: PublishDeps & { log: SeriesLog },
  run: JobRun,
): Promise<void> {
  const series = deps.catalogue.enabled().flatMap((instrument) => {
    const supported = supportedResolutions(instrument);
    const published = PUBLISHED_RESOLUTIONS.filter((each) => supported.includes(each));
    return published.map((resolution) => ({ instrument, resolution }));
  });
  const failed = 'marks were not published';
  await eachSeries(series, { log: deps.log, failed, run }, (each) => publishSeries(deps, each));
}

/** Corrections of more recent bars are checked often, those of older ones nightly. */
export const RECENT_MS = 7 * DAY_MS;

const COMPARED = ['open', 'high', 'low', 'close', 'volume'] as const;

/** The text of a correction; null if the bar is unchanged. */
function describeCorrection(published: Bar, present: Bar): string | null {
  const changes = COMPARED.filter((name) => published[name] !== present[name]).map(
    (name) => `${name} ${published[name] ?? 'none'} → ${present[name] ?? 'none'}`,
  );
  if (changes.length === 0) return null;
  return `The source corrected this bar after the mark was published: ${changes.join(', ')}.`;
}

/** Compares the marks of one ledger with the present bars, and notes each difference once. */
async function noteOfLedger(
  { db, bars, clock }: PublishDeps,
  { instrument, resolution, key }: MarkSeries & { key: LedgerKey },
  sinceMs: number,
): Promise<void> {
  const marks = await selectMarks(db, key, { fromMs: sinceMs, toMs: Number.MAX_SAFE_INTEGER });
  const [first, last] = [marks[0], marks.at(-1)];
  if (!first || !last) return;
  const range = { fromMs: first.bar.time, toMs: last.bar.time + 1 };
  const present = await barsInRange(bars, { instrument, resolution, range });
  const barAtTime = new Map(present.bars.map((bar) => [bar.time, bar]));
  for (const mark of marks) {
    const bar = barAtTime.get(mark.bar.time);
    const text = bar && describeCorrection(mark.bar, bar);
    if (text) await insertNote(db, key, { markId: mark.id, text, nowMs: clock.now() });
  }
}

/** Compares the bars of published marks since a moment with the present ones, and notes each difference once. */
export async function noteCorrections(
  deps: PublishDeps & { log: SeriesLog },
  sinceMs: number,
  run: JobRun,
): Promise<void> {
  const byId = new Map<number, Instrument>(deps.catalogue.enabled().map((each) => [each.id, each]));
  const series = (await selectLedgers(deps.db, sinceMs)).flatMap((key) => {
    const instrument = byId.get(key.instrumentId);
    if (!instrument) return [];
    const { resolution } = key;
    // Real bars correct no simulated mark.
    const { isSimulated } = ledgerOf(deps.feeds, { instrument, resolution });
    return isSimulated === key.isSimulated ? [{ instrument, resolution, key }] : [];
  });
  const failed = 'published marks were not compared';
  await eachSeries(series, { log: deps.log, failed, run }, (each) =>
    noteOfLedger(deps, each, sinceMs),
  );
}

export type SeriesLog = { warn: (detail: object, message: string) => void };

type Failure = { ticker: string; error: Error };

type FeedOutcome = { instruments: Set<number>; series: number; failures: Failure[] };

/** Tickers per log line. */
const MOST_NAMED = 10;

/**
 * Runs a task for every series in turn; failures do not stop the others and are logged in one line per feed. Throws if all
 * series failed, or all of a feed with several instruments, as a single symbol may be refused.
 */
async function eachSeries<Series extends MarkSeries>(
  series: readonly Series[],
  { log, failed, run }: { log: SeriesLog; failed: string; run: JobRun },
  task: (series: Series) => Promise<void>,
): Promise<void> {
  const feeds = new Map<ExchangeName, FeedOutcome>();
  for (const [index, each] of series.entries()) {
    run.signal.throwIfAborted();
    const { id, exchange, ticker } = each.instrument;
    const outcome = feeds.get(exchange) ?? { instruments: new Set(), series: 0, failures: [] };
    feeds.set(exchange, outcome);
    outcome.instruments.add(id);
    outcome.series += 1;
    try {
      await task(each);
    } catch (error) {
      // An aborted task has not failed.
      run.signal.throwIfAborted();
      const reason = error instanceof Error ? error : new Error(String(error));
      outcome.failures.push({ ticker, error: reason });
    }
    run.progress(index + 1, series.length);
  }
  for (const [feed, { failures, series: of }] of feeds) {
    if (failures.length === 0) continue;
    const tickers = [...new Set(failures.map(({ ticker }) => ticker))].slice(0, MOST_NAMED);
    log.warn({ err: failures[0]?.error, feed, failed: failures.length, of, tickers }, failed);
  }
  assertSome([...feeds.values()]);
}

function assertSome(feeds: readonly FeedOutcome[]): void {
  const failed = feeds.filter(({ series, failures }) => failures.length === series);
  const isAll = failed.length === feeds.length;
  const counted = failed.filter(({ instruments }) => isAll || instruments.size > 1);
  const failures = counted.flatMap((feed) => feed.failures);
  const [first] = failures;
  if (!first) return;
  throw new Error(`${failures.length} series: ${first.error.message}`, { cause: first.error });
}
