import {
  barTimeOf,
  coarserBarTime,
  DAY_MS,
  type ImportedResolution,
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
import type { Instrument } from '../catalogue/index.ts';
import { type BarColumns, positionOf, timeAt } from './columns/bar-columns.ts';

/** Feeds are never asked for bars before this: no vendor has them. */
const OLDEST_MS = 0;

/** The length of an instrument's bars in a stored series, which may stand in the place of shorter ones. */
export function barLengthIn(
  { finestResolution: finest }: Pick<Instrument, 'finestResolution'>,
  series: StoredResolution,
): ImportedResolution {
  return finest !== null && storedSourceOf(finest) === series ? finest : series;
}

/** The start of a trading date as bars of a resolution carry it: the session's opening, or 00:00 UTC for daily bars. */
export function startOfDate(
  hours: MarketHours,
  resolution: StoredResolution,
  dayMs: number,
): number {
  return resolution === '1D' ? dayMs : sessionOf(hours, dayMs).openMs;
}

/** The span of the bars of a trading date: its session, or the date itself for daily bars. */
export function spanOfDay(hours: MarketHours, resolution: StoredResolution, dayMs: number): Span {
  if (resolution === '1D') return { fromMs: dayMs, toMs: dayMs + DAY_MS };
  const { openMs, closeMs } = sessionOf(hours, dayMs);
  return { fromMs: openMs, toMs: closeMs };
}

/** The life of a contract, `[fromMs, toMs)`; unbounded for other instruments. */
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

/** The time of the first bar that is not closed yet: the forming one, or in a closed market the next one. */
function firstOpenBar(hours: MarketHours, resolution: Resolution, nowMs: number): number {
  if (isDateResolution(resolution)) {
    const dayMs = tradingDayFrom(hours, tradingDateOf(hours, nowMs));
    const isOver = nowMs >= sessionOf(hours, dayMs).closeMs;
    return isOver ? tradingDayFrom(hours, dayMs + DAY_MS) : dayMs;
  }
  if (isMarketOpen(hours, nowMs)) return barTimeOf(hours, resolution, nowMs);
  return nextOpenMs(hours, nowMs);
}

/** The number of trading days that `[fromMs, toMs)` touches, up to a limit. */
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

/** Whether the market opens in `[fromMs, toMs)`; for intraday bars. */
export function hasSession(hours: MarketHours, fromMs: number, toMs: number): boolean {
  return nextOpenMs(hours, fromMs) < toMs;
}

/** Vendors need a moment to include a trade: an answer knows of all trades until this long before its question. */
export const SETTLE_MS = 5_000;

/** Grace period before a late bar counts as absent; daily bars come after the evening's settlement. */
export const LATENESS_MS: Record<StoredResolution, number> = {
  '1': 10 * MINUTE_MS,
  '15': 30 * MINUTE_MS,
  '60': 120 * MINUTE_MS,
  '1D': 4 * DAY_MS,
};

/** Bars before this moment are final, if the vendor is on time. */
export function settledEnd(
  { hours }: Pick<Instrument, 'hours'>,
  resolution: StoredResolution,
  nowMs: number,
): number {
  return firstOpenBar(hours, resolution, nowMs - SETTLE_MS);
}

/**
 * The end of what an answer up to the present covers: the end of the last closed bar if it was delivered, else the time
 * from which a vendor may still be late.
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
 * The time of the first bar that may still change, given the end of what the feed has answered for its stored bars; with
 * no answer (null) every bar may change.
 */
export function wholeEnd(
  instrument: Pick<Instrument, 'hours' | 'startDate' | 'endDate'>,
  resolution: Resolution,
  coveredToMs: number | null,
): number {
  if (coveredToMs === null) return Number.NEGATIVE_INFINITY;
  const { hours } = instrument;
  const source = storedSourceOf(resolution);
  // The last week or month of an expired contract gets no more bars.
  if (coveredToMs >= contractBounds(instrument, source).toMs) return Number.POSITIVE_INFINITY;
  if (!isDateResolution(source)) return firstOpenBar(hours, resolution, coveredToMs);
  return coarserBarTime(hours, source, resolution, tradingDayFrom(hours, coveredToMs));
}
