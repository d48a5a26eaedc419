import { createValueStore } from '../../../lib/value-store.ts';
import { closePosition, FIRST_ACCOUNT, type Fill, type PaperAccount } from './paper-account.ts';

/**
 * The paper account of a replay, whose step back takes trades back, and the known prices of each instrument. Orders have
 * waited through bars until the last of these.
 */
export function createPaperLedger() {
  const account = createValueStore<PaperAccount>(FIRST_ACCOUNT);
  /** Oldest first. */
  const seen = new Map<string, Fill[]>();
  /** Trades before the present start; they may be later than the replayed moment, and stay. */
  let kept = 0;
  const lastSeen = (ticker: string): Fill | null => seen.get(ticker)?.at(-1) ?? null;
  return {
    account,
    /** The last known price of an instrument. */
    lastSeen,
    see(ticker: string, fill: Fill): void {
      const fills = seen.get(ticker) ?? [];
      if (fills.at(-1)?.atMs === fill.atMs) fills.pop();
      fills.push(fill);
      seen.set(ticker, fills);
    },
    /** Takes over a changed account. */
    keep(next: PaperAccount): void {
      if (next !== account.get()) account.set(next);
    },
    /** Takes back fills and prices after a moment. The capital is a setting and stays. */
    rewind(toMs: number): void {
      const { capital, positions, trades } = account.get();
      const isPast = ({ atMs }: Fill) => atMs <= toMs;
      const own = trades.slice(kept);
      const reopened = own
        .filter(({ entry, exit }) => isPast(entry) && !isPast(exit))
        .map(({ exit: _, reason: __, ...position }) => position);
      account.set({
        capital,
        positions: [...positions.filter(({ entry }) => isPast(entry)), ...reopened],
        trades: [...trades.slice(0, kept), ...own.filter(({ exit }) => isPast(exit))],
      });
      for (const [ticker, fills] of seen) seen.set(ticker, fills.filter(isPast));
    },
    /** Leaves open positions at their last price; trades stay. */
    leave(): void {
      let left = account.get();
      for (const { ticker, entry } of left.positions) {
        left = closePosition(left, ticker, lastSeen(ticker) ?? entry, 'left');
      }
      account.set(left);
      kept = left.trades.length;
      seen.clear();
    },
  };
}
