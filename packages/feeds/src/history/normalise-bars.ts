import type { Bar } from '@moneytrail/contract';
import type { FeedEnvironment } from '../settings.ts';

export type RawHistory = {
  /** Who the bars are of, for the report: `FMP AAPL 15`. */
  subject: string;
  /** In the order the vendor sent them, page after page. */
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
 * Brings a vendor's bars into the canonical form: sorted by time, of two with one time the later sent, inside
 * `[fromMs, toMs)`, and only those that can be true. What is refused is counted and reported.
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
