import {
  type MarketHours,
  mayBeHolidays,
  nextBarTime,
  type Resolution,
} from '@moneytrail/calendar';
import { type BarColumns, positionOf } from '../columns/bar-columns.ts';

/** Missing bars that the market should have produced in `[fromMs, toMs)`. */
export type Gap = { fromMs: number; toMs: number; barCount: number };

/** A single missing bar may be a minute without a trade. */
const SMALLEST_GAP_BARS = 2;

/**
 * Gaps of at least two bars in `[fromMs, toMs)` by the market's sessions and holidays, including changes of clocks. Whole
 * sessions do not count in a market whose holidays are unknown.
 */
export function findGaps(
  market: { hours: MarketHours; resolution: Resolution },
  columns: Pick<BarColumns, 'time' | 'length'>,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Gap[] {
  const { hours, resolution } = market;
  const gaps: Gap[] = [];
  const add = (gap: Gap) => {
    if (gap.barCount < SMALLEST_GAP_BARS) return;
    if (!mayBeHolidays(hours, resolution, gap.fromMs, gap.toMs)) gaps.push(gap);
  };
  let at = positionOf(columns, fromMs);
  let gap: Gap = { fromMs, toMs: fromMs, barCount: 0 };
  const first = nextBarTime(hours, resolution, fromMs - 1);
  for (let time = first; time < toMs; time = gap.toMs) {
    const next = nextBarTime(hours, resolution, time);
    while (at < columns.length && (columns.time[at] ?? 0) < time) at++;
    // Any bar before the next expected one fills the place.
    const isThere = at < columns.length && (columns.time[at] ?? 0) < next;
    if (isThere) add(gap);
    const missing = { fromMs: gap.barCount > 0 ? gap.fromMs : time, barCount: gap.barCount + 1 };
    gap = isThere ? { fromMs: next, toMs: next, barCount: 0 } : { ...missing, toMs: next };
  }
  add(gap);
  return gaps;
}
