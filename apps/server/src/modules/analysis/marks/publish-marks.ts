import { nextBarTime, type Resolution } from '@moneytrail/calendar';
import type { ExchangeName } from '@moneytrail/contract';
import { FORMULA_VERSION } from '@moneytrail/indicators';
import type { Db } from '../../../db/index.ts';
import type { JobRun } from '../../../jobs/index.ts';
import { type Catalogue, supportedResolutions } from '../../catalogue/index.ts';
import { computeMarksOf, type MarkBars, type MarkSeries } from './compute-marks.ts';
import { eachSeries, type SeriesLog } from './each-series.ts';
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

/** Publishes the marks of all enabled instruments. */
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
