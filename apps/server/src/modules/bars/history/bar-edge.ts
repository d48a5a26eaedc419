import {
  barTimeOf,
  isDateResolution,
  isMarketOpen,
  type MarketHours,
  nextOpenMs,
  type Resolution,
  sessionOf,
  tradingDateOf,
  tradingDayFrom,
} from '@moneytrail/calendar';

const DAY_MS = 86_400_000;

/** The time of the first bar that is not closed at a moment: the forming one, or the next one of a closed market. */
export function firstOpenBar(hours: MarketHours, resolution: Resolution, nowMs: number): number {
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
