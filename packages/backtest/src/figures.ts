import { DAY_MS } from '@moneytrail/calendar';
import type { RuleFigures } from '@moneytrail/contract';
import { medianOf, placeOf, valueAt } from '@moneytrail/indicators';
import { type Curve, drawdowns } from './curve.ts';
import type { SeriesTest, SeriesTrade } from './test-series.ts';

const YEAR_MS = 365.25 * DAY_MS;

/** The test of one instrument that has bars. */
export type Tested = {
  readonly symbol: string;
  readonly simulated: boolean;
  readonly priceScale: number;
  readonly test: SeriesTest;
};

/** A trade with its instrument and the times of its bars. */
export type TimedTrade = {
  readonly trade: SeriesTrade;
  readonly of: Tested;
  readonly entryTime: number;
  readonly exitTime: number;
};

/** The times of the first and the last bar that count, both inclusive. */
export type Span = { readonly fromTime: number; readonly toTime: number };

/** The change of the instrument's equity by a trade, in percent. */
export const gainOf = ({ size, netPercent }: SeriesTrade): number => size * netPercent;

/** The trades of all instruments in the order of their exits. */
export function timedTrades(tested: readonly Tested[]): TimedTrade[] {
  return tested
    .flatMap((of) =>
      of.test.trades.map((trade) => ({
        trade,
        of,
        entryTime: valueAt(of.test.time, trade.entry),
        exitTime: valueAt(of.test.time, trade.exit),
      })),
    )
    .sort((a, b) => a.exitTime - b.exitTime || a.entryTime - b.entryTime);
}

/** The sum of gains divided by the sum of losses; null without losses. */
export function profitFactorOf(trades: readonly SeriesTrade[]): number | null {
  let [gains, losses] = [0, 0];
  for (const trade of trades) {
    const gain = gainOf(trade);
    if (gain > 0) gains += gain;
    else losses -= gain;
  }
  return losses > 0 ? gains / losses : null;
}

/** The largest value; 0 without any. */
export function largest(values: Float64Array): number {
  let most = 0;
  for (const value of values) most = Math.max(most, value);
  return most;
}

function longestLosingRunOf(trades: readonly SeriesTrade[]): number {
  let [run, longest] = [0, 0];
  for (const { netPercent } of trades) {
    run = netPercent < 0 ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** The bars of a span with a position, weighted by its size, as a share of all its bars, in percent. */
function exposureOf(tested: readonly Tested[], { fromTime, toTime }: Span): number {
  let [held, all] = [0, 0];
  for (const { test } of tested) {
    // Place 0 is before the first possible entry.
    const from = Math.max(1, placeOf(test.time, fromTime));
    const until = placeOf(test.time, toTime + 1);
    all += Math.max(0, until - from);
    for (const { entry, heldBars, size } of test.trades) {
      const bars = Math.min(until, entry + heldBars) - Math.max(from, entry);
      if (bars > 0) held += size * bars;
    }
  }
  return all > 0 ? (100 * held) / all : 0;
}

/** The equity of a curve over a span, with the last one before it. */
export function equityIn({ time, equity }: Curve, { fromTime, toTime }: Span): Float64Array {
  const from = Math.max(0, placeOf(time, fromTime) - 1);
  return equity.subarray(from, placeOf(time, toTime + 1));
}

/** The change from the first to the last value, in percent. */
export function changeOf(equity: Float64Array): number {
  const start = valueAt(equity, 0);
  return start > 0 ? 100 * (valueAt(equity, equity.length - 1) / start - 1) : 0;
}

function yearlyOf(equity: Float64Array, { fromTime, toTime }: Span): number | null {
  const years = (toTime - fromTime) / YEAR_MS;
  const growth = 1 + changeOf(equity) / 100;
  return years < 0.5 ? null : 100 * (growth ** (1 / years) - 1);
}

/** The figures of a span: trades that were closed in it, and the equity in it. `timed` is in the order of exits. */
export function figuresOf(
  {
    tested,
    timed,
    curve,
  }: { tested: readonly Tested[]; timed: readonly TimedTrade[]; curve: Curve },
  span: Span,
): RuleFigures {
  const trades = timed
    .filter(({ exitTime }) => exitTime >= span.fromTime && exitTime <= span.toTime)
    .map(({ trade }) => trade);
  const ascending = Float64Array.from(trades, ({ netPercent }) => netPercent).sort();
  const count = ascending.length;
  const ifAny = (value: number): number | null => (count > 0 ? value : null);
  const equity = equityIn(curve, span);
  const total = ascending.reduce((sum, value) => sum + value, 0);
  return {
    trades: count,
    wins: count - placeOf(ascending, Number.MIN_VALUE),
    netPercent: changeOf(equity),
    yearlyPercent: yearlyOf(equity, span),
    drawdownPercent: largest(drawdowns(equity)),
    exposurePercent: exposureOf(tested, span),
    profitFactor: profitFactorOf(trades),
    averagePercent: ifAny(total / count),
    medianPercent: ifAny(medianOf(ascending)),
    bestPercent: ifAny(valueAt(ascending, count - 1)),
    worstPercent: ifAny(valueAt(ascending, 0)),
    averageBars: ifAny(trades.reduce((sum, { entry, exit }) => sum + exit - entry, 0) / count),
    longestLosingRun: longestLosingRunOf(trades),
  };
}
