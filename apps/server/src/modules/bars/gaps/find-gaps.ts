import {
  type MarketHours,
  mayBeHolidays,
  nextBarTime,
  type StoredResolution,
} from '@moneytrail/calendar';
import { type BarColumns, positionOf } from '../columns/bar-columns.ts';

/** Bars that the market must have made and that are not there: times in `[fromMs, toMs)`. */
export type Gap = { fromMs: number; toMs: number; barCount: number };

/** One missing bar may be a minute without a trade. */
const SMALLEST_GAP_BARS = 2;

/**
 * Stretches of at least two bars in `[fromMs, toMs)` that sessions and holidays say should be there and are not.
 * Nights, weekends, holidays and the shift of a session at a change of clocks are no gaps; nor are whole sessions of a
 * market whose holidays are not known.
 */
export function findGaps(
  market: { hours: MarketHours; resolution: StoredResolution },
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
    // A bar that begins anywhere before the next expected one fills its place.
    const isThere = at < columns.length && (columns.time[at] ?? 0) < next;
    if (isThere) add(gap);
    const missing = { fromMs: gap.barCount > 0 ? gap.fromMs : time, barCount: gap.barCount + 1 };
    gap = isThere ? { fromMs: next, toMs: next, barCount: 0 } : { ...missing, toMs: next };
  }
  add(gap);
  return gaps;
}
