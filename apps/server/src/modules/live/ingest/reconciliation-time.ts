import {
  barClosesAtMs,
  barTimeOf,
  isMarketOpen,
  type MarketHours,
  nextOpenMs,
  resolutionMs,
  type StoredResolution,
  tradingDayUntil,
} from '@moneytrail/calendar';

const DAY_MS = 86_400_000;

/** The first moment after `afterMs` at which a bar has been closed for `settleMs`: time to ask for its final form. */
export function nextReconciliationMs(
  hours: MarketHours,
  resolution: StoredResolution,
  afterMs: number,
  settleMs: number,
): number {
  const settledMs = afterMs - settleMs;
  const openMs = isMarketOpen(hours, settledMs) ? settledMs : nextOpenMs(hours, settledMs);
  return barClosesAtMs(hours, resolution, barTimeOf(hours, resolution, openMs)) + settleMs;
}

/** From where to read again what may have changed at a moment: the bar that ended before it and the one before that. */
export function reconciliationSinceMs(
  hours: MarketHours,
  resolution: StoredResolution,
  closedAtMs: number,
): number {
  const closed = barTimeOf(hours, resolution, closedAtMs - 1);
  if (resolution === '1D') return tradingDayUntil(hours, closed - DAY_MS);
  return closed - resolutionMs(resolution);
}
