import { createValueStore } from '../../../lib/value-store.ts';
import {
  closePosition,
  FIRST_ACCOUNT,
  type Fill,
  levelsAsOf,
  type PaperAccount,
  type PaperPosition,
  type PaperTrade,
} from './paper-account.ts';

/** The part of an account that later replays go on with. */
export type PaperRecord = Pick<PaperAccount, 'capital' | 'trades'>;

/** The known prices of an instrument, oldest first. */
type SeenPrices = readonly [ticker: string, fills: readonly Fill[]];

/** A replay's own part of an account, which a reload goes on with. */
export type OpenPaper = {
  trades: readonly PaperTrade[];
  /** So many of the trades are older than the present start. */
  olderTrades: number;
  positions: readonly PaperPosition[];
  seen: readonly SeenPrices[];
};

/** Prices that are kept of an instrument: further steps back forget how far its orders have waited. */
export const MOST_KEPT_PRICES = 200;

/** An account without open positions, which are left at their last known prices. */
function leftBy(account: PaperAccount, lastSeen: (ticker: string) => Fill | null): PaperAccount {
  return account.positions.reduce(
    (rest, { ticker, entry }) => closePosition(rest, ticker, lastSeen(ticker) ?? entry, 'left'),
    account,
  );
}

/** The trades of a replay that was left; its open positions are closed at their last known prices. */
export function leftTrades({ trades, positions, seen }: OpenPaper): readonly PaperTrade[] {
  const fills = new Map(seen);
  const lastSeen = (ticker: string) => fills.get(ticker)?.at(-1) ?? null;
  return leftBy({ ...FIRST_ACCOUNT, trades, positions }, lastSeen).trades;
}

const NOTHING_OPEN: OpenPaper = { trades: [], olderTrades: 0, positions: [], seen: [] };

/**
 * The paper account of a replay, whose step back takes trades back, and the known prices of each instrument. Orders have
 * waited through bars until the last of these. `before` are the capital and the trades of earlier replays, `resumed` is the
 * own part before a reload.
 */
export function createPaperLedger(
  before: PaperRecord = FIRST_ACCOUNT,
  resumed: OpenPaper = NOTHING_OPEN,
) {
  const account = createValueStore<PaperAccount>({
    capital: before.capital,
    positions: resumed.positions,
    trades: [...before.trades, ...resumed.trades],
  });
  /** Oldest first. */
  const seen = new Map<string, Fill[]>(resumed.seen.map(([ticker, fills]) => [ticker, [...fills]]));
  /** Trades of earlier replays. */
  let earlier = before.trades.length;
  /** Trades before the present start; they may be later than the replayed moment, and stay. */
  let kept = earlier + resumed.olderTrades;
  const lastSeen = (ticker: string): Fill | null => seen.get(ticker)?.at(-1) ?? null;
  const left = (): PaperAccount => leftBy(account.get(), lastSeen);
  return {
    account,
    /** The capital and the trades of this replay; open positions are left at their last price. */
    own(): PaperRecord {
      const { capital, trades } = left();
      return { capital, trades: trades.slice(earlier) };
    },
    /** The part of this replay with its open positions. */
    open(): OpenPaper {
      const { positions, trades } = account.get();
      return {
        trades: trades.slice(earlier),
        olderTrades: kept - earlier,
        positions,
        seen: [...seen].map(([ticker, fills]) => [ticker, fills.slice(-MOST_KEPT_PRICES)]),
      };
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
