import { type StudyValues, studyValues } from '@moneytrail/alerts';
import type { ExitReason, TradingRule } from '@moneytrail/contract';
import { type Columns, valueAt } from '@moneytrail/indicators';
import { barsBeforeRule } from './check-rule.ts';
import { type Costs, costPercentOf, costsOf, netPercentOf } from './costs.ts';
import { type Exit, type Positions, positionsOf, type Sign } from './positions.ts';
import type { RuleSeries } from './rule-series.ts';
import { BARS_A_STEP, signalsOf } from './signals.ts';

/** A closed trade; bars are places in the `time` of its test. */
export type SeriesTrade = {
  readonly sign: Sign;
  readonly entry: number;
  readonly exit: number;
  readonly entryPrice: number;
  readonly exitPrice: number;
  readonly reason: ExitReason;
  readonly isGap: boolean;
  readonly isSameBar: boolean;
  readonly isSpreadUnknown: boolean;
  /** Bars in which something was held: the exit's own does not count if the position was left at its open. */
  readonly heldBars: number;
  /** The share of the equity, above 0 … 1. */
  readonly size: number;
  readonly costPercent: number;
  readonly netPercent: number;
  readonly r: number | null;
};

/** The position that the last bar leaves open. */
export type OpenPosition = {
  readonly sign: Sign;
  readonly entry: number;
  /** After costs, if it were left at the last close. */
  readonly netPercent: number;
};

/** The same exits and costs from every bar that could have been an entry. */
export type EveryEntry = {
  /** The net change in percent, a value a bar; NaN if there is none. */
  readonly net: Float64Array;
  /** The mean time from entry to exit. */
  readonly heldMs: number;
};

/** The test of a rule on one series. Place 0 is the bar before the first possible entry. */
export type SeriesTest = {
  /** The times of the bars; empty if the series has too few. */
  readonly time: Float64Array;
  /** The equity at closes, 1 at place 0. */
  readonly equity: Float64Array;
  /** Oldest first. */
  readonly trades: readonly SeriesTrade[];
  readonly open: OpenPosition | null;
  readonly every: { readonly long: EveryEntry | null; readonly short: EveryEntry | null };
  /** Positions and entries that were left out, as bars are missing or prices not above zero. */
  readonly leftOut: number;
};

const NOTHING: SeriesTest = {
  time: new Float64Array(0),
  equity: new Float64Array(0),
  trades: [],
  open: null,
  every: { long: null, short: null },
  leftOut: 0,
};

/** Everything that positions of a series are found and measured with. */
type Given = {
  rule: TradingRule;
  columns: Columns;
  signals: Int8Array;
  positions: Positions;
  costs: Costs;
  /** The index of place 0. */
  base: number;
};

/**
 * Tests a rule on closed bars. A signal at the close of a bar is filled at the open of the next one; no price is used
 * before it is known, so the trades of a longer series begin with those of a shorter one. Yields every few milliseconds of
 * work, so that a caller can stop it or run others in between. See docs/rule-tests.md for the method and its limits.
 */
export function* testSeries(rule: TradingRule, series: RuleSeries): Generator<void, SeriesTest> {
  const { columns, market } = series;
  const first = barsBeforeRule(rule);
  if (columns.length <= first) return NOTHING;
  const studies: StudyValues = studyValues(columns, market);
  const signals = yield* signalsOf(rule, series, studies);
  const costs = costsOf(rule, studies);
  yield;
  const positions = positionsOf(rule, series, { signals, studies });
  yield;
  const given: Given = { rule, columns, signals, positions, costs, base: first - 1 };
  const walked = walk(given);
  yield;
  const every = {
    long: rule.long ? yield* everyEntry(given, 1) : null,
    short: rule.short ? yield* everyEntry(given, -1) : null,
  };
  const time = columns.time.slice(first - 1, columns.length);
  return { time, equity: equityOf(given, walked), every, ...walked };
}

/** The share of the equity that an entry takes. */
function sizeOf({ rule: { size }, columns, positions }: Given, entry: number): number {
  const share = size.percent / 100;
  if (size.kind === 'share') return share;
  return Math.min(1, (share * valueAt(columns.open, entry)) / positions.stopDistance(entry));
}

function tradeOf(given: Given, sign: Sign, entry: number, exit: Exit): SeriesTrade {
  const { columns, positions, costs, base, rule } = given;
  const entryPrice = valueAt(columns.open, entry);
  const { price: exitPrice, reason, isGap, isSameBar } = exit;
  const share = costs.share(entry);
  const netPercent = netPercentOf(sign, { share, entryPrice, exitPrice });
  const stopPercent = (100 * positions.stopDistance(entry)) / entryPrice;
  return {
    sign,
    entry: entry - base,
    exit: exit.bar - base,
    entryPrice,
    exitPrice,
    reason,
    isGap,
    isSameBar,
    isSpreadUnknown: costs.isUnknown(entry),
    heldBars: exit.bar - entry + (exit.isAtOpen ? 0 : 1),
    size: sizeOf(given, entry),
    costPercent: costPercentOf(share, entryPrice, exitPrice),
    netPercent,
    r: rule.exit.stop ? netPercent / stopPercent : null,
  };
}

type Walked = Pick<SeriesTest, 'trades' | 'open' | 'leftOut'>;

/** Takes one position after the other. */
function walk(given: Given): Walked {
  const { columns, signals, positions, base } = given;
  const trades: SeriesTrade[] = [];
  let leftOut = 0;
  let at = base;
  while (at < columns.length - 1) {
    const signal = signals[at];
    const entry = at + 1;
    if (!signal || !positions.canEnter(entry)) {
      at += 1;
      continue;
    }
    const sign = signal > 0 ? 1 : -1;
    const end = positions.endOf(sign, entry);
    if (end.kind === 'open') {
      const entryPrice = valueAt(columns.open, entry);
      const exitPrice = valueAt(columns.close, columns.length - 1);
      const share = given.costs.share(entry);
      const netPercent = netPercentOf(sign, { share, entryPrice, exitPrice });
      return { trades, leftOut, open: { sign, entry: entry - base, netPercent } };
    }
    if (end.kind === 'broken') {
      leftOut += 1;
      at = end.bar;
      continue;
    }
    trades.push(tradeOf(given, sign, entry, end));
    // The opposite entry was given at the close before the exit; other signals count from the exit's own close on.
    at = end.reason === 'opposite' ? end.bar - 1 : end.bar;
  }
  return { trades, leftOut, open: null };
}

/** The equity at closes: positions count with their value if they were left there. */
function equityOf(given: Given, { trades, open }: Walked): Float64Array {
  const { columns, costs, base } = given;
  const equity = new Float64Array(columns.length - base).fill(1);
  let [known, from] = [1, 0];
  const value = (size: number, netPercent: number) =>
    known * Math.max(0, 1 + (size * netPercent) / 100);
  /** Writes the closes of a position before the place of its end. */
  const hold = ({ sign, entry }: { sign: Sign; entry: number }, until: number): void => {
    equity.fill(known, from, entry);
    const size = sizeOf(given, entry + base);
    const share = costs.share(entry + base);
    const entryPrice = valueAt(columns.open, entry + base);
    for (let place = entry; place < until; place += 1) {
      const exitPrice = valueAt(columns.close, place + base);
      equity[place] = value(size, netPercentOf(sign, { share, entryPrice, exitPrice }));
    }
  };
  for (const trade of trades) {
    hold(trade, trade.exit);
    known = value(trade.size, trade.netPercent);
    from = trade.exit;
  }
  if (open) hold(open, equity.length);
  else equity.fill(known, from);
  return equity;
}

function* everyEntry(given: Given, sign: Sign): Generator<void, EveryEntry> {
  const { columns, positions, costs, base } = given;
  const net = new Float64Array(columns.length - base).fill(Number.NaN);
  let [count, heldMs] = [0, 0];
  for (let entry = base + 1; entry < columns.length; entry += 1) {
    if (entry % BARS_A_STEP === 0) yield;
    const end = positions.canEnter(entry) ? positions.endOf(sign, entry) : null;
    if (end?.kind !== 'exit') continue;
    const entryPrice = valueAt(columns.open, entry);
    const share = costs.share(entry);
    net[entry - base] = netPercentOf(sign, { share, entryPrice, exitPrice: end.price });
    count += 1;
    heldMs += valueAt(columns.time, end.bar) - valueAt(columns.time, entry);
  }
  return { net, heldMs: count > 0 ? heldMs / count : 0 };
}
