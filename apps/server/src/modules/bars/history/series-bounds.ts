import {
  barTimeOf,
  coarserBarTime,
  DAY_MS,
  isDateResolution,
  isMarketOpen,
  type MarketHours,
  MINUTE_MS,
  nextBarTime,
  nextOpenMs,
  type Resolution,
  type Span,
  type StoredResolution,
  sessionOf,
  storedSourceOf,
  tradingDateOf,
  tradingDayFrom,
} from '@moneytrail/calendar';
import type { Instrument } from '../../catalogue/index.ts';
import { type BarColumns, positionOf, timeAt } from '../columns/bar-columns.ts';

/** Nothing is asked of a feed before this: no vendor of the product has older bars. */
const OLDEST_MS = 0;

/** A date's first moment as bars of a resolution carry it. */
export function startOfDate(
  hours: MarketHours,
  resolution: StoredResolution,
  dayMs: number,
): number {
  return resolution === '1D' ? dayMs : sessionOf(hours, dayMs).openMs;
}

/** Where a contract's life bounds its bars: `[fromMs, toMs)`, open where it has none. */
export function contractBounds(
  { hours, startDate, endDate }: Pick<Instrument, 'hours' | 'startDate' | 'endDate'>,
  resolution: StoredResolution,
): Span {
  const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`);
  return {
    fromMs: startDate === null ? OLDEST_MS : startOfDate(hours, resolution, dayOf(startDate)),
    toMs:
      endDate === null
        ? Number.POSITIVE_INFINITY
        : startOfDate(hours, resolution, dayOf(endDate) + DAY_MS),
  };
}

/** The time of the first bar that is not closed at a moment: the forming one, or the next one of a closed market. */
function firstOpenBar(hours: MarketHours, resolution: Resolution, nowMs: number): number {
  if (isDateResolution(resolution)) {
    const dayMs = tradingDayFrom(hours, tradingDateOf(hours, nowMs));
    const isOver = nowMs >= sessionOf(hours, dayMs).closeMs;
    return isOver ? tradingDayFrom(hours, dayMs + DAY_MS) : dayMs;
  }
  if (isMarketOpen(hours, nowMs)) return barTimeOf(hours, resolution, nowMs);
  return nextOpenMs(hours, nowMs);
}

/** Trading days among the dates that `[fromMs, toMs)` touches, counted up to a limit. */
export function countTradingDays(
  hours: MarketHours,
  fromMs: number,
  toMs: number,
  limit: number,
): number {
  let count = 0;
  const lastMs = tradingDateOf(hours, toMs - 1);
  for (
    let dayMs = tradingDayFrom(hours, tradingDateOf(hours, fromMs));
    dayMs <= lastMs && count < limit;
    dayMs = tradingDayFrom(hours, dayMs + DAY_MS)
  ) {
    count++;
  }
  return count;
}

/** Whether the market trades at some time in `[fromMs, toMs)`, for bars that carry moments. */
export function hasSession(hours: MarketHours, fromMs: number, toMs: number): boolean {
  return nextOpenMs(hours, fromMs) < toMs;
}

/** A vendor needs a moment after the end of a bar to know its last trades. */
const SETTLE_MS = 5_000;

/** How late a vendor may bring a bar before its absence is believed: a day's bar comes after the evening's settlement. */
export const LATENESS_MS: Record<StoredResolution, number> = {
  '1': 10 * MINUTE_MS,
  '15': 30 * MINUTE_MS,
  '60': 120 * MINUTE_MS,
  '1D': 4 * DAY_MS,
};

/** Bars before this moment are final, if the vendor is in time. */
export function settledEnd(
  { hours }: Pick<Instrument, 'hours'>,
  resolution: StoredResolution,
  nowMs: number,
): number {
  return firstOpenBar(hours, resolution, nowMs - SETTLE_MS);
}

/**
 * Up to where an answer that was asked to the present can be believed to be whole: to the end of the last closed bar
 * where that came, else to where a late vendor has had its time.
 */
export function answeredEnd(
  { hours }: Pick<Instrument, 'hours'>,
  resolution: StoredResolution,
  answer: BarColumns,
  nowMs: number,
): number {
  const settled = settledEnd({ hours }, resolution, nowMs);
  const closed = positionOf(answer, settled);
  const after = closed === 0 ? 0 : nextBarTime(hours, resolution, timeAt(answer, closed - 1));
  const certain = firstOpenBar(hours, resolution, nowMs - LATENESS_MS[resolution]);
  return Math.min(settled, Math.max(after, certain));
}

/**
 * The time of the first bar that may change still, where the feed has answered up to a moment of the stored bars that it
 * is made of: bars before it are in their final form. Without an answer every bar may change.
 */
export function wholeEnd(
  instrument: Pick<Instrument, 'hours' | 'startDate' | 'endDate'>,
  resolution: Resolution,
  coveredToMs: number | null,
): number {
  if (coveredToMs === null) return Number.NEGATIVE_INFINITY;
  const { hours } = instrument;
  const source = storedSourceOf(resolution);
  // An expired contract makes no more bars that its last week or month would wait for.
  if (coveredToMs >= contractBounds(instrument, source).toMs) return Number.POSITIVE_INFINITY;
  if (!isDateResolution(source)) return firstOpenBar(hours, resolution, coveredToMs);
  return coarserBarTime(hours, source, resolution, tradingDayFrom(hours, coveredToMs));
}
