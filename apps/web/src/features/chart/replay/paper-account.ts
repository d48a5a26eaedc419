import { parseSymbol } from '@moneytrail/contract';
import { tickerCode } from '../../../lib/ticker-code.ts';
import type { PassedBar } from './replay-bars.ts';

export type Side = 'long' | 'short';

/** An order at the replayed price. Stop and target close the position; the stop's distance is the risk, 1 R. */
export type PaperOrder = {
  side: Side;
  /** Units, above zero. */
  size: number;
  stop: number | null;
  target: number | null;
};

/** A price at a moment of the replay. */
export type Fill = { price: number; atMs: number };

export type Levels = Pick<PaperOrder, 'stop' | 'target'>;

/** Stop and target that a position had until a moment. */
export type FormerLevels = Levels & { untilMs: number };

export type PaperPosition = PaperOrder & {
  ticker: string;
  entry: Fill;
  /** Oldest first. */
  former: readonly FormerLevels[];
};

/** `left`: the replay went to another day. */
export type ExitReason = 'closed' | 'stop' | 'target' | 'left';

export type PaperTrade = PaperPosition & { exit: Fill; reason: ExitReason };

/** At most one position an instrument; amounts are in the currency of its price. */
export type PaperAccount = {
  /** At the start, in each currency. */
  capital: number;
  positions: readonly PaperPosition[];
  /** Oldest exit first. */
  trades: readonly PaperTrade[];
};

export const FIRST_ACCOUNT: PaperAccount = { capital: 10_000, positions: [], trades: [] };

/** 1 where a rising price gains, else -1. */
const signOf = (side: Side) => (side === 'long' ? 1 : -1);

/** Gained by a position at a price; negative where it was lost. */
export function gainAt({ side, size, entry }: PaperPosition, price: number): number {
  return signOf(side) * size * (price - entry.price);
}

export function gainOf(trade: PaperTrade): number {
  return gainAt(trade, trade.exit.price);
}

/** The gain in percent of the entry; null for an entry that is not above zero. */
export function percentOf(trade: PaperTrade): number | null {
  const { entry, size } = trade;
  return entry.price > 0 ? (100 * gainOf(trade)) / (size * entry.price) : null;
}

/** The stop that measures the risk: the first one at which the position loses, wherever it was moved later; null without one. */
export function riskStopOf({ side, entry, stop, former }: PaperPosition): number | null {
  const sign = signOf(side);
  const stops = [...former, { stop }].map((levels) => levels.stop);
  return stops.find((one) => one !== null && sign * (entry.price - one) > 0) ?? null;
}

/** The gain in multiples of the risk; null without a stop. */
export function multipleAt(position: PaperPosition, price: number): number | null {
  const { entry, size } = position;
  const stop = riskStopOf(position);
  return stop === null ? null : gainAt(position, price) / (size * Math.abs(entry.price - stop));
}

export function positionIn(account: PaperAccount, ticker: string): PaperPosition | null {
  return account.positions.find((position) => position.ticker === ticker) ?? null;
}

/**
 * The currency of an instrument's prices, `USD` of `FMP:BTC/USD`. It is known of pairs alone: amounts of any other
 * instrument are added up by themselves, under its code.
 */
export function currencyOf(ticker: string): string {
  const parsed = parseSymbol(ticker);
  return (parsed.ok && parsed.symbol.quote) || tickerCode(ticker);
}

/** The gains of all trades by currency, in the order of their first trades; open positions are left out. */
export function gainsByCurrency({ trades }: PaperAccount): Map<string, number> {
  const gains = new Map<string, number>();
  for (const trade of trades) {
    const currency = currencyOf(trade.ticker);
    gains.set(currency, (gains.get(currency) ?? 0) + gainOf(trade));
  }
  return gains;
}

/** Capital and the gains of all trades in the currency of an instrument; there is the same capital in each. */
export function closedEquity(account: PaperAccount, ticker: string): number {
  return account.capital + (gainsByCurrency(account).get(currencyOf(ticker)) ?? 0);
}

/** The gains of all trades with a stop in multiples of their risks, whatever their currencies; null without one. */
export function totalMultiple({ trades }: PaperAccount): number | null {
  const multiples = trades.flatMap((trade) => multipleAt(trade, trade.exit.price) ?? []);
  return multiples.length === 0 ? null : multiples.reduce((sum, one) => sum + one, 0);
}

/** Why an order cannot be filled at a price; null for one that can. */
export function orderProblem(
  { side, size, stop, target }: PaperOrder,
  price: number,
): string | null {
  if (!Number.isFinite(price)) return 'There is no price yet.';
  if (!Number.isFinite(size) || size <= 0) return 'Enter a size above 0, or a stop.';
  if ([stop, target].some((one) => one !== null && !Number.isFinite(one))) {
    return 'Enter stop and target as numbers, or leave them empty.';
  }
  const sign = signOf(side);
  if (stop !== null && !(sign * (price - stop) > 0)) {
    return `The stop of a ${side} position stands ${side === 'long' ? 'below' : 'above'} the price.`;
  }
  if (target !== null && !(sign * (target - price) > 0)) {
    return `The target of a ${side} position stands ${side === 'long' ? 'above' : 'below'} the price.`;
  }
  return null;
}

/** Throws on an order that cannot be filled, and beside an open position. */
export function openPosition(
  account: PaperAccount,
  order: PaperOrder,
  { ticker, ...entry }: Fill & { ticker: string },
): PaperAccount {
  const problem = orderProblem(order, entry.price);
  if (problem !== null) throw new Error(problem);
  if (positionIn(account, ticker)) throw new Error('A position is open already.');
  const position = { ...order, ticker, entry, former: [] };
  return { ...account, positions: [...account.positions, position] };
}

/** Moves stop and target of a position. Throws on levels that the price has passed; without a position nothing changes. */
export function moveLevels(
  account: PaperAccount,
  levels: Levels,
  { ticker, price, atMs }: Fill & { ticker: string },
): PaperAccount {
  const position = positionIn(account, ticker);
  if (!position) return account;
  const { stop, target, former } = position;
  if (levels.stop === stop && levels.target === target) return account;
  const problem = orderProblem({ ...position, ...levels }, price);
  if (problem !== null) throw new Error(problem);
  const moved = { ...position, ...levels, former: [...former, { stop, target, untilMs: atMs }] };
  const positions = account.positions.map((one) => (one === position ? moved : one));
  return { ...account, positions };
}

/** A position with the stop and the target that it had at a moment. */
export function levelsAsOf(position: PaperPosition, atMs: number): PaperPosition {
  const later = position.former.findIndex(({ untilMs }) => untilMs > atMs);
  const then = position.former[later];
  if (!then) return position;
  const { stop, target } = then;
  return { ...position, stop, target, former: position.former.slice(0, later) };
}

/** Without a position of the instrument the account stays as it is. */
export function closePosition(
  account: PaperAccount,
  ticker: string,
  exit: Fill,
  reason: ExitReason = 'closed',
): PaperAccount {
  const position = positionIn(account, ticker);
  if (!position) return account;
  return {
    ...account,
    positions: account.positions.filter((one) => one !== position),
    trades: [...account.trades, { ...position, exit, reason }],
  };
}

/**
 * The exit of a position in a bar after its entry; null if it stays open. A bar that opens beyond stop or target fills at
 * its open; of stop and target in one bar the stop counts, as nobody knows which came first.
 */
export function exitIn(
  { side, stop, target }: PaperPosition,
  { open, high, low }: Pick<PassedBar, 'open' | 'high' | 'low'>,
): { price: number; reason: 'stop' | 'target' } | null {
  const sign = signOf(side);
  const worst = side === 'long' ? low : high;
  const best = side === 'long' ? high : low;
  const isBeyondStop = (price: number) => stop !== null && sign * (price - stop) <= 0;
  const isBeyondTarget = (price: number) => target !== null && sign * (price - target) >= 0;
  if (isBeyondStop(open)) return { price: open, reason: 'stop' };
  if (isBeyondTarget(open)) return { price: open, reason: 'target' };
  if (stop !== null && isBeyondStop(worst)) return { price: stop, reason: 'stop' };
  if (target !== null && isBeyondTarget(best)) return { price: target, reason: 'target' };
  return null;
}

/** Leads the position of an instrument through bars, oldest first. */
export function passBars(
  account: PaperAccount,
  ticker: string,
  bars: readonly PassedBar[],
): PaperAccount {
  const position = positionIn(account, ticker);
  if (!position) return account;
  for (const bar of bars) {
    const exit = exitIn(position, bar);
    if (!exit) continue;
    const fill = { price: exit.price, atMs: bar.closesAtMs };
    return closePosition(account, ticker, fill, exit.reason);
  }
  return account;
}
