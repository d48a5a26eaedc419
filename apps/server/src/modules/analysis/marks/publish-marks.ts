import { nextBarTime, type Resolution } from '@moneytrail/calendar';
import type { ExchangeName } from '@moneytrail/contract';
import { FORMULA_VERSION } from '@moneytrail/indicators';
import type { Db } from '../../../db/index.ts';
import { type Catalogue, supportedResolutions } from '../../catalogue/index.ts';
import { computeMarksOf, type MarkBars, type MarkSeries } from './compute-marks.ts';
import { firstUnsettledBar } from './first-unsettled.ts';
import { type LedgerKey, recordMarks, selectRanges } from './store.ts';

/** What the ledger is kept of; the marks of other resolutions are computed when they are read. */
const PUBLISHED_RESOLUTIONS: readonly Resolution[] = ['60', '1D'];

/** Whether marks of a resolution are published. */
export function isPublished(resolution: Resolution): boolean {
  return PUBLISHED_RESOLUTIONS.includes(resolution);
}

export type PublishDeps = {
  db: Db;
  bars: MarkBars;
  catalogue: Pick<Catalogue, 'enabled'>;
  feeds: Record<ExchangeName, { isSimulated: boolean }>;
  clock: { now: () => number };
};

/** The ledger of a series. */
export function ledgerOf(
  feeds: PublishDeps['feeds'],
  { instrument, resolution }: MarkSeries,
): LedgerKey {
  return {
    instrumentId: instrument.id,
    resolution,
    formulaVersion: FORMULA_VERSION,
    isSimulated: feeds[instrument.exchange].isSimulated,
  };
}

/**
 * Publishes the marks of the bars that closed since the last time; none are ever published for bars before the first
 * time. What lies behind the newest known bar counts as not looked at: its bars may only be late.
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

/** What publishing runs on. */
export type PublishJobDeps = PublishDeps & {
  log: { warn: (detail: object, message: string) => void };
};

/** What became of the series of one feed. */
type Published = { series: number; failures: Error[] };

/** Throws where every series failed, or every one of a feed that has several instruments: a single symbol may be refused. */
function assertPublished(feeds: readonly Published[]): void {
  const failed = feeds.filter(({ series, failures }) => failures.length === series);
  const isAll = failed.length === feeds.length;
  const counted = failed.filter(({ series }) => isAll || series > PUBLISHED_RESOLUTIONS.length);
  const failures = counted.flatMap((feed) => feed.failures);
  const [first] = failures;
  if (first) throw new Error(`${failures.length} series: ${first.message}`, { cause: first });
}

/**
 * Publishes the marks of all enabled instruments; one that fails is logged and leaves the others theirs. Throws where a
 * whole feed failed, or all of them.
 */
export async function publishMarks(
  deps: PublishJobDeps,
  run: { signal: AbortSignal; progress: (done: number, total: number | null) => void },
): Promise<void> {
  const feeds = new Map<ExchangeName, Published>();
  const instruments = deps.catalogue.enabled();
  for (const [index, instrument] of instruments.entries()) {
    const { exchange, ticker } = instrument;
    const published = feeds.get(exchange) ?? { series: 0, failures: [] };
    const supported = supportedResolutions(instrument);
    for (const resolution of PUBLISHED_RESOLUTIONS) {
      run.signal.throwIfAborted();
      if (!supported.includes(resolution)) continue;
      feeds.set(exchange, published);
      published.series += 1;
      try {
        await publishSeries(deps, { instrument, resolution });
      } catch (error) {
        published.failures.push(error instanceof Error ? error : new Error(String(error)));
        deps.log.warn({ err: error, ticker, resolution }, 'marks were not published');
      }
    }
    run.progress(index + 1, instruments.length);
  }
  assertPublished([...feeds.values()]);
}
