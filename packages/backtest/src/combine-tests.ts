import {
  MOST_LISTED_TRADES,
  RULE_CAUTIONS,
  type RuleCaution,
  type RuleResult,
  type RuleTrade,
  type TestedInstrument,
} from '@moneytrail/contract';
import { placeOf, valueAt } from '@moneytrail/indicators';
import { compareWithEvery, LEAST_TRADES } from './comparison.ts';
import { type Curve, drawdowns, meanCurve, pointsOf } from './curve.ts';
import {
  changeOf,
  equityIn,
  figuresOf,
  gainOf,
  largest,
  profitFactorOf,
  type Span,
  type Tested,
  type TimedTrade,
  timedTrades,
} from './figures.ts';
import { worstDrawdownOf } from './random-orders.ts';
import type { SeriesTest } from './test-series.ts';

/** An instrument of a test: its own test, or the reason why there is none. */
export type TestedSymbol = {
  readonly symbol: string;
  readonly simulated: boolean;
  readonly priceScale: number;
  readonly problem: string | null;
  readonly test: SeriesTest | null;
};

/** The first part of the span. */
const FIRST_PART = 0.7;
/** A trade with such a share of all gains makes the result its own. */
const LARGE_SHARE = 0.2;
/** Such a share of exits whose order within a bar is not known weakens a result. */
const UNSURE_SHARE = 1 / 20;

const sideOf = (sign: 1 | -1) => (sign === 1 ? 'long' : 'short');
const EMPTY: Curve = { time: new Float64Array(0), equity: new Float64Array(0) };

/** Part of a test that has bars; others are only listed with their reason. */
function withBars(tests: readonly TestedSymbol[]): Tested[] {
  return tests.flatMap(({ symbol, simulated, priceScale, problem, test }) =>
    problem === null && test && test.time.length > 1
      ? [{ symbol, simulated, priceScale, test }]
      : [],
  );
}

/** The parts of a span before and from seven tenths of its time on; none if it is too short. */
function partsOf({ time }: Curve, { fromTime, toTime }: Span): Span[] {
  const later = placeOf(time, fromTime + FIRST_PART * (toTime - fromTime));
  const lastOfFirst = valueAt(time, later - 1);
  return lastOfFirst >= fromTime && later < time.length
    ? [
        { fromTime, toTime: lastOfFirst },
        { fromTime: valueAt(time, later), toTime },
      ]
    : [];
}

const yearOf = (time: number) => new Date(time).getUTCFullYear();

function yearsOf(curve: Curve, timed: readonly TimedTrade[], span: Span): RuleResult['years'] {
  const trades = new Map<number, number>();
  for (const { exitTime } of timed) {
    trades.set(yearOf(exitTime), (trades.get(yearOf(exitTime)) ?? 0) + 1);
  }
  const years: RuleResult['years'] = [];
  for (let year = yearOf(span.fromTime); year <= yearOf(span.toTime); year += 1) {
    const own = {
      fromTime: Math.max(span.fromTime, Date.UTC(year, 0)),
      toTime: Math.min(span.toTime, Date.UTC(year + 1, 0) - 1),
    };
    const netPercent = changeOf(equityIn(curve, own));
    years.push({ year, netPercent, trades: trades.get(year) ?? 0 });
  }
  return years;
}

function instrumentOf(each: TestedSymbol): TestedInstrument {
  const { symbol, simulated, priceScale, test } = each;
  const bars = Math.max(0, (test?.time.length ?? 0) - 1);
  const isShort = each.problem === null && bars === 0;
  const problem = isShort ? 'It has too few bars for this rule.' : each.problem;
  const head = { symbol, simulated, priceScale, problem };
  if (!test || problem !== null) {
    const none = { trades: 0, netPercent: 0, profitFactor: null, drawdownPercent: 0, open: null };
    return { ...head, barCount: 0, ...none };
  }
  return {
    ...head,
    barCount: bars,
    trades: test.trades.length,
    netPercent: changeOf(test.equity),
    profitFactor: profitFactorOf(test.trades),
    drawdownPercent: largest(drawdowns(test.equity)),
    open: test.open && {
      side: sideOf(test.open.sign),
      entryTime: valueAt(test.time, test.open.entry),
      netPercent: test.open.netPercent,
    },
  };
}

function listed({ trade, of, entryTime, exitTime }: TimedTrade): RuleTrade {
  return {
    symbol: of.symbol,
    side: sideOf(trade.sign),
    entryTime,
    entryPrice: trade.entryPrice,
    exitTime,
    exitPrice: trade.exitPrice,
    exit: trade.reason,
    isGap: trade.isGap,
    bars: trade.exit - trade.entry,
    sizePercent: 100 * trade.size,
    costPercent: trade.costPercent,
    netPercent: trade.netPercent,
    r: trade.r,
  };
}

/** Whether one trade has a fifth of all gains. */
function isOneTrade(timed: readonly TimedTrade[]): boolean {
  let [gains, best] = [0, 0];
  for (const { trade } of timed) {
    const gain = Math.max(0, gainOf(trade));
    gains += gain;
    best = Math.max(best, gain);
  }
  return gains > 0 && best >= LARGE_SHARE * gains;
}

function cautionsOf(
  { tested, timed }: { tested: readonly Tested[]; timed: readonly TimedTrade[] },
  parts: RuleResult['parts'],
): RuleCaution[] {
  const [first, later] = parts.map(({ figures }) => figures.averagePercent);
  const sameBar = timed.filter(({ trade }) => trade.isSameBar).length;
  const is: Record<RuleCaution, boolean> = {
    fewTrades: timed.length < LEAST_TRADES,
    worseLater: typeof first === 'number' && typeof later === 'number' && first > later,
    oneTrade: isOneTrade(timed),
    sameBar: sameBar > UNSURE_SHARE * timed.length,
    unknownSpread: timed.some(({ trade }) => trade.isSpreadUnknown),
    missingBars: tested.some(({ test }) => test.leftOut > 0),
    simulated: tested.some(({ simulated }) => simulated),
  };
  return RULE_CAUTIONS.filter((caution) => is[caution]);
}

/**
 * The result of a rule over its instruments, each with an equal part of the capital that compounds by itself. `locked` are
 * the symbols that were left out before. The same tests always make the same result.
 */
export function combineTests(
  tests: readonly TestedSymbol[],
  { locked }: { locked: number },
): RuleResult {
  const tested = withBars(tests);
  const timed = timedTrades(tested);
  const curve = tested.length > 0 ? meanCurve(tested.map(({ test }) => test)) : EMPTY;
  const starts = tested.map(({ test }) => valueAt(test.time, 1));
  const span: Span = {
    fromTime: tested.length > 0 ? Math.min(...starts) : 0,
    toTime: curve.time.at(-1) ?? 0,
  };
  const all = { tested, timed, curve };
  const parts = partsOf(curve, span).map((part) => ({ ...part, figures: figuresOf(all, part) }));
  return {
    ...span,
    barCount: tested.reduce((sum, { test }) => sum + test.time.length - 1, 0),
    locked,
    figures: figuresOf(all, span),
    parts,
    years: tested.length > 0 ? yearsOf(curve, timed, span) : [],
    equity: pointsOf(curve),
    worstDrawdownPercent:
      timed.length < LEAST_TRADES ? null : worstDrawdownOf(timed, tested.length),
    comparison: compareWithEvery(all, span),
    cautions: cautionsOf(all, parts),
    instruments: tests.map(instrumentOf),
    trades: timed.slice(-MOST_LISTED_TRADES).map(listed),
  };
}
