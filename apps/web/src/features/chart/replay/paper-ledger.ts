import { createValueStore } from '../../../lib/value-store.ts';
import {
  closePosition,
  FIRST_ACCOUNT,
  type Fill,
  levelsAsOf,
  type PaperAccount,
} from './paper-account.ts';

/** The part of an account that later replays go on with. */
export type PaperRecord = Pick<PaperAccount, 'capital' | 'trades'>;

/**
 * The paper account of a replay, whose step back takes trades back, and the known prices of each instrument. Orders have
 * waited through bars until the last of these. `before` are the capital and the trades of earlier replays.
 */
export function createPaperLedger(before: PaperRecord = FIRST_ACCOUNT) {
  const account = createValueStore<PaperAccount>({ ...before, positions: [] });
  /** Oldest first. */
  const seen = new Map<string, Fill[]>();
  /** Trades of earlier replays. */
  let earlier = before.trades.length;
  /** Trades before the present start; they may be later than the replayed moment, and stay. */
  let kept = earlier;
  const lastSeen = (ticker: string): Fill | null => seen.get(ticker)?.at(-1) ?? null;
  /** The account without open positions, which are left at their last price. */
  const left = (): PaperAccount =>
    account
      .get()
      .positions.reduce(
        (rest, { ticker, entry }) => closePosition(rest, ticker, lastSeen(ticker) ?? entry, 'left'),
        account.get(),
      );
  return {
    account,
    /** The capital and the trades of this replay; open positions are left at their last price. */
    own(): PaperRecord {
      const { capital, trades } = left();
      return { capital, trades: trades.slice(earlier) };
    },
    /** Removes all trades; returns how to bring them back, before those that followed. */
    clear(): () => void {
      const { trades } = account.get();
      const counts = { earlier, kept };
      earlier = 0;
      kept = 0;
      account.set({ ...account.get(), trades: [] });
      return () => {
        earlier += counts.earlier;
        kept += trades.length;
        account.set({ ...account.get(), trades: [...trades, ...account.get().trades] });
      };
    },
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
    /** Takes back fills, moved levels and prices after a moment. The capital is a setting and stays. */
    rewind(toMs: number): void {
      const { capital, positions, trades } = account.get();
      const isPast = ({ atMs }: Fill) => atMs <= toMs;
      const own = trades.slice(kept);
      const reopened = own
        .filter(({ entry, exit }) => isPast(entry) && !isPast(exit))
        .map(({ exit: _, reason: __, ...position }) => position);
      account.set({
        capital,
        positions: [...positions.filter(({ entry }) => isPast(entry)), ...reopened].map(
          (position) => levelsAsOf(position, toMs),
        ),
        trades: [...trades.slice(0, kept), ...own.filter(({ exit }) => isPast(exit))],
      });
      for (const [ticker, fills] of seen) seen.set(ticker, fills.filter(isPast));
    },
    /** Leaves open positions at their last price; trades stay. */
    leave(): void {
      const now = left();
      account.set(now);
      kept = now.trades.length;
      seen.clear();
    },
  };
}
