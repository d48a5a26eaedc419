import { pastFirings } from '@moneytrail/alerts';
import type { ExitReason, RuleEntry, TradingRule } from '@moneytrail/contract';
import type { Bar } from '@moneytrail/indicators';
import { makeAlert } from '../../../alerts/src/testing/make-alert.ts';
import { naiveSpread } from '../../../indicators/src/testing/naive-spread.ts';
import { barsBeforeRule } from '../check-rule.ts';
import type { RuleSeries } from '../rule-series.ts';

type Side = 'long' | 'short';

export type NaiveTrade = {
  side: Side;
  entryTime: number;
  entryPrice: number;
  exitTime: number;
  exitPrice: number;
  reason: ExitReason;
  isGap: boolean;
  isSameBar: boolean;
  netPercent: number;
  size: number;
};

type Position = {
  side: Side;
  entry: number;
  price: number;
  stop: number | null;
  target: number | null;
  cost: number;
  size: number;
};

/** The times of the closes at which an alert with the conditions of an entry would have fired. */
function firingTimes(entry: RuleEntry | null, rule: TradingRule, series: RuleSeries): Set<number> {
  if (!entry) return new Set();
  const { resolution } = rule;
  const definition = makeAlert({ resolution, ...entry, trigger: { kind: 'barClose' } });
  const fired = pastFirings({ definition, hours: series.market.hours }, series.columns);
  return new Set(fired.map(({ barTime }) => barTime));
}

/** Wilder's average true range of the bars up to an index, from the first one anew. */
function naiveRange(bars: readonly Bar[], until: number): number {
  let average = Number.NaN;
  const ranges = bars.slice(0, until + 1).map(({ high, low }, index) => {
    const last = bars[index - 1]?.close;
    return last === undefined
      ? high - low
      : Math.max(high - low, Math.abs(high - last), Math.abs(low - last));
  });
  for (const [index, range] of ranges.entries()) {
    if (index === 13) average = ranges.slice(0, 14).reduce((sum, each) => sum + each) / 14;
    if (index > 13) average = (13 * average + range) / 14;
  }
  return average;
}

/** The estimate at an index; the median of the known ones before stands for an unknown one. */
function naiveSpreadPercent(bars: readonly Bar[], until: number): number {
  const at = (index: number) => naiveSpread(bars.slice(index - 39, index + 1));
  const own = at(until);
  if (!Number.isNaN(own)) return own / 100;
  const known: number[] = [];
  for (let index = 39; index < until; index += 1) known.push(at(index));
  const sorted = known.filter((each) => !Number.isNaN(each)).sort((a, b) => a - b);
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 200;
}

/** The level that a position may be left at in a bar. */
function levelFor(
  { side, entry, price }: Position,
  index: number,
  { rule, bars }: { rule: TradingRule; bars: readonly Bar[] },
): number | null {
  if (rule.exit.level === null) return null;
  const length = rule.exit.level === 'longTerm' ? 100 : 20;
  const past = bars.slice(index - length, index).map((bar) => bar.close);
  const last = past.at(-1) ?? Number.NaN;
  const level = side === 'long' ? Math.max(...past) : Math.min(...past);
  const isBeyond = (from: number) => (side === 'long' ? level > from : level < from);
  return past.length === length && isBeyond(last) && (index > entry || isBeyond(price))
    ? level
    : null;
}

type NaiveExit = Pick<NaiveTrade, 'exitPrice' | 'reason' | 'isGap' | 'isSameBar'>;

/** The exit of a position by its orders in a bar. */
function withinBar(
  { side, stop, target }: Position,
  bar: Bar,
  { level, isLater }: { level: number | null; isLater: boolean },
): NaiveExit | null {
  const isLong = side === 'long';
  const isLost = (from: number, bound: number) => (isLong ? from <= bound : from >= bound);
  const isWon = (from: number, bound: number) => (isLong ? from >= bound : from <= bound);
  const [gain] = [
    { price: level, reason: 'level' as const },
    { price: target, reason: 'target' as const },
  ]
    .flatMap(({ price, reason }) =>
      price !== null && isWon(isLong ? bar.high : bar.low, price) ? [{ price, reason }] : [],
    )
    .sort((a, b) => (isLong ? a.price - b.price : b.price - a.price));
  const plain = { isGap: false, isSameBar: false };
  if (isLater && stop !== null && isLost(bar.open, stop)) {
    return { ...plain, exitPrice: bar.open, reason: 'stop', isGap: bar.open !== stop };
  }
  if (isLater && gain && isWon(bar.open, gain.price)) {
    return { ...plain, exitPrice: bar.open, reason: gain.reason, isGap: bar.open !== gain.price };
  }
  if (stop !== null && isLost(isLong ? bar.low : bar.high, stop)) {
    return { ...plain, exitPrice: stop, reason: 'stop', isSameBar: gain !== undefined };
  }
  return gain ? { ...plain, exitPrice: gain.price, reason: gain.reason } : null;
}

/** A position from the open of a bar; null if that price or a distance is not above zero. */
function opened(
  side: Side,
  index: number,
  { rule, bars }: { rule: TradingRule; bars: readonly Bar[] },
): Position | null {
  const price = bars[index]?.open ?? Number.NaN;
  const [stop = null, target = null] = [rule.exit.stop, rule.exit.target].map((of) => {
    if (!of) return null;
    return of.unit === 'percent' ? (of.size / 100) * price : of.size * naiveRange(bars, index - 1);
  });
  if (!(price > 0) || [stop, target].some((one) => one !== null && !(one > 0))) return null;
  const sign = side === 'long' ? 1 : -1;
  const { spread, commissionPercent } = rule.costs;
  const spreadPercent =
    spread.kind === 'fixed' ? spread.percent : naiveSpreadPercent(bars, index - 1);
  const share = rule.size.percent / 100;
  return {
    side,
    entry: index,
    price,
    stop: stop === null ? null : price - sign * stop,
    target: target === null ? null : price + sign * target,
    cost: (spreadPercent / 2 + commissionPercent) / 100,
    size: rule.size.kind === 'risk' && stop !== null ? Math.min(1, (share * price) / stop) : share,
  };
}

function tradeOf(
  { side, price, cost, size, entry }: Position,
  index: number,
  { exit, bars }: { exit: NaiveExit; bars: readonly Bar[] },
): NaiveTrade {
  // One unit is bought and sold, each time at a price that is worse by the cost.
  const bought = (side === 'long' ? price : exit.exitPrice) * (1 + cost);
  const sold = (side === 'long' ? exit.exitPrice : price) * (1 - cost);
  return {
    side,
    entryTime: bars[entry]?.time ?? Number.NaN,
    entryPrice: price,
    exitTime: bars[index]?.time ?? Number.NaN,
    ...exit,
    netPercent: (100 * (sold - bought)) / price,
    size,
  };
}

/** The reason why a position is left at the open after a close. */
function leavesAfter(
  { side, entry }: Position,
  { exit }: TradingRule,
  { index, signal }: { index: number; signal: Side | null },
): 'opposite' | 'bars' | null {
  if (exit.isOpposite && signal && signal !== side) return 'opposite';
  return exit.bars !== null && index + 1 === entry + exit.bars ? 'bars' : null;
}

/**
 * The trades of a rule, walking from bar to bar with the orders that stand at each of them: slow, and as far from the
 * product's own way as the definition allows.
 */
export function naiveTrades(rule: TradingRule, series: RuleSeries, bars: readonly Bar[]) {
  const given = { rule, bars };
  const long = firingTimes(rule.long, rule, series);
  const short = firingTimes(rule.short, rule, series);
  const first = barsBeforeRule(rule);
  const trades: NaiveTrade[] = [];
  let position: Position | null = null;
  let enters: Side | null = null;
  let leaves: 'opposite' | 'bars' | null = null;
  const close = (held: Position, index: number, exit: NaiveExit) => {
    trades.push(tradeOf(held, index, { exit, bars }));
    position = null;
  };
  /** The events at the open of a bar and within it. */
  const trade = (bar: Bar, index: number) => {
    if (position && leaves) {
      const { side } = position;
      const plain = { isGap: false, isSameBar: false };
      close(position, index, { ...plain, exitPrice: bar.open, reason: leaves });
      if (leaves === 'opposite') enters = side === 'long' ? 'short' : 'long';
    }
    if (!position && enters) position = opened(enters, index, given);
    if (!position) return;
    const level = levelFor(position, index, given);
    const exit = withinBar(position, bar, { level, isLater: index > position.entry });
    if (exit) close(position, index, exit);
  };

  for (const [index, bar] of bars.entries()) {
    if (series.holes.includes(index) || bar.low <= 0) {
      [position, leaves, enters] = [null, null, null];
    }
    trade(bar, index);
    const { time } = bar;
    const side = long.has(time) ? 'long' : 'short';
    const signal = long.has(time) === short.has(time) ? null : side;
    const held: Position | null = position;
    leaves = held && leavesAfter(held, rule, { index, signal });
    enters = !held && index + 1 >= first ? signal : null;
  }
  return trades;
}
