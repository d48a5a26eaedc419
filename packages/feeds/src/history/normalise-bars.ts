import { type MarketHours, sessionOf, tradingDateOf } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import type { FeedEnvironment } from '../settings.ts';

type RawHistory = {
  /** For the report: `FMP AAPL 15`. */
  subject: string;
  /** In the vendor's order, page by page. */
  bars: readonly Bar[];
  fromMs: number;
  /** Exclusive. */
  toMs: number;
};

function isSound(bar: Bar): boolean {
  const { time, open, high, low, close } = bar;
  return (
    [time, open, high, low, close].every(Number.isFinite) &&
    high >= Math.max(open, close) &&
    low <= Math.min(open, close)
  );
}

/**
 * Canonical form of a vendor's bars: ascending, inside `[fromMs, toMs)`, one per time (the last sent). Impossible bars are
 * dropped and reported.
 */
export function normaliseBars(
  { report }: Pick<FeedEnvironment, 'report'>,
  history: RawHistory,
): Bar[] {
  const byTime = new Map<number, Bar>();
  let refused = 0;
  for (const bar of history.bars) {
    if (bar.time < history.fromMs || bar.time >= history.toMs) continue;
    if (isSound(bar)) byTime.set(bar.time, bar);
    else refused += 1;
  }
  if (refused > 0) report('bars refused', { subject: history.subject, refused });
  return [...byTime.values()].sort((a, b) => a.time - b.time);
}

/**
 * Drops bars of US stocks before the open and after the close, which vendors include. Other exchanges are left as they
 * are: their hours have changed over time and exclude the closing auction.
 */
export function keepSession(hours: MarketHours, bars: readonly Bar[]): readonly Bar[] {
  if (hours.id !== 'us-stocks') return bars;
  return bars.filter(({ time }) => {
    const { openMs, closeMs } = sessionOf(hours, tradingDateOf(hours, time));
    return time >= openMs && time < closeMs;
  });
}
