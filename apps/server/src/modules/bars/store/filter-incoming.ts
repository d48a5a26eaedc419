import { DAY_MS, resolutionMs } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';
import {
  type BarColumns,
  barAt,
  columnsOf,
  NO_BARS,
  pickBars,
  timeAt,
} from '../columns/bar-columns.ts';
import { mergeColumns } from '../columns/merge-columns.ts';
import { filterOutliers } from '../validation/filter-outliers.ts';
import {
  hasSamePrices,
  quarantineBars,
  readQuarantinedBetween,
  releaseTimes,
} from './quarantine.ts';
import type { SeriesKey } from './series.ts';

/** Days go on over a long weekend. */
const LONGEST_DAY_STEP_MS = 5 * DAY_MS;

/** The stored bars around a moment: enough of those before to compare with, at least one after; none where none is. */
export type Neighbours = {
  before: (timeMs: number) => Promise<BarColumns>;
  after: (timeMs: number) => Promise<BarColumns>;
  /** Those between two moments, both included. */
  within: (fromMs: number, lastMs: number) => BarColumns;
};

/** Filters bars among their stored neighbours, which are looked at only where there are outliers. */
async function filterAmong(
  { resolution }: SeriesKey,
  neighbours: Neighbours,
  before: BarColumns,
  bars: BarColumns,
): Promise<ReturnType<typeof filterOutliers>> {
  const maxStepMs = resolution === '1D' ? LONGEST_DAY_STEP_MS : resolutionMs(resolution);
  const filtered = filterOutliers(before, bars, maxStepMs);
  const { outliers } = filtered;
  if (outliers.length === 0) return filtered;
  const lastTime = timeAt(bars, bars.length - 1);
  const isLastOutlier = timeAt(outliers, outliers.length - 1) === lastTime;
  return filterOutliers(before, bars, maxStepMs, {
    after: isLastOutlier ? await neighbours.after(lastTime) : NO_BARS,
    stored: neighbours.within(timeAt(bars, 0), lastTime),
  });
}

/** Bars without those that were rejected exactly so: only their vendor or a person brings them back. */
function withoutRejected(bars: BarColumns, rejected: readonly Bar[]): BarColumns {
  if (rejected.length === 0) return bars;
  const byTime = new Map(rejected.map((bar) => [bar.time, bar]));
  return pickBars(bars, (index) => {
    const former = byTime.get(timeAt(bars, index));
    return former === undefined || !hasSamePrices(former, barAt(bars, index));
  });
}

/**
 * Parts incoming bars into accepted ones and outliers, which are quarantined; quarantined bars that the incoming ones
 * corroborate are among the accepted. Of those only the ones behind the last stored bar are looked at: the others have
 * been compared with their next bar already.
 */
export async function filterIncoming(
  transaction: Transaction<Database>,
  key: SeriesKey,
  offered: BarColumns,
  neighbours: Neighbours,
): Promise<{ accepted: BarColumns; quarantined: number[] }> {
  if (offered.length === 0) return { accepted: offered, quarantined: [] };
  const before = await neighbours.before(timeAt(offered, 0));
  const lastStored =
    before.length > 0 ? timeAt(before, before.length - 1) : Number.MIN_SAFE_INTEGER;
  const lastOffered = timeAt(offered, offered.length - 1);
  const { waiting, rejected } = await readQuarantinedBetween(
    transaction,
    key,
    lastStored,
    lastOffered,
  );
  const incoming = withoutRejected(offered, rejected);
  if (incoming.length === 0) return { accepted: incoming, quarantined: [] };
  const together = mergeColumns(columnsOf(waiting), incoming).columns;
  const { accepted, outliers } = await filterAmong(key, neighbours, before, together);
  const quarantined = Array.from(outliers.time.subarray(0, outliers.length));
  const isQuarantined = new Set(quarantined);
  const comes = new Set(incoming.time.subarray(0, incoming.length));
  // A rejected bar that comes again is another one than it was.
  const released = [...waiting, ...rejected.filter(({ time }) => comes.has(time))]
    .map(({ time }) => time)
    .filter((time) => !isQuarantined.has(time));
  await releaseTimes(transaction, key, released);
  await quarantineBars(transaction, key, outliers);
  return { accepted, quarantined };
}
