import { DAY_MS } from '@moneytrail/calendar';
import { MOST_EQUITY_POINTS, ruleResult } from '@moneytrail/contract';
import { seededRandom } from '@moneytrail/indicators';
import { describe, expect, test } from 'vitest';
import { combineTests } from './combine-tests.ts';
import { drawdowns, pointsOf } from './curve.ts';
import { findingSentence } from './finding-sentence.ts';
import type { SeriesTest, SeriesTrade } from './test-series.ts';
import { START } from './testing/make-series.ts';
import { RULES_WITHOUT_EDGE, resultOver } from './testing/no-edge.ts';
import { randomMarkets } from './testing/random-markets.ts';

/** A trade of a whole equity, from the open of a day to that of another. */
const trade = (entry: number, exit: number, netPercent: number): SeriesTrade => ({
  sign: 1,
  entry,
  exit,
  entryPrice: 100,
  exitPrice: 100 + netPercent,
  reason: 'bars',
  isGap: false,
  isSameBar: false,
  isSpreadUnknown: false,
  heldBars: exit - entry,
  size: 1,
  costPercent: 0,
  netPercent,
  r: null,
});

/** Days of an equity with the given trades. */
function testOf(
  equity: number[],
  trades: SeriesTrade[],
  more: Partial<SeriesTest> = {},
): SeriesTest {
  return {
    time: Float64Array.from(equity, (_, index) => START + index * DAY_MS),
    equity: Float64Array.from(equity),
    trades,
    open: null,
    every: { long: null, short: null },
    leftOut: 0,
    ...more,
  };
}

const tested = (symbol: string, test: SeriesTest | null, problem: string | null = null) => ({
  symbol,
  simulated: false,
  priceScale: 100,
  problem,
  test,
});

describe('figures, by hand', () => {
  const rising = testOf(
    [1, 1.1, 1.1, 0.88, 0.88, 1.32],
    [trade(1, 2, 10), trade(2, 3, -20), trade(4, 5, 50)],
  );
  const result = combineTests([tested('A:A', rising)], { locked: 2 });

  test('are those of the trades and of the equity', () => {
    expect(result.figures).toEqual({
      trades: 3,
      wins: 2,
      netPercent: expect.closeTo(32, 10),
      yearlyPercent: null,
      drawdownPercent: expect.closeTo(20, 10),
      exposurePercent: 60,
      profitFactor: 3,
      averagePercent: expect.closeTo(40 / 3, 10),
      medianPercent: 10,
      bestPercent: 50,
      worstPercent: -20,
      averageBars: 1,
      longestLosingRun: 1,
    });
    expect(result).toMatchObject({ barCount: 5, locked: 2, fromTime: START + DAY_MS });
    expect(result.comparison).toBeNull();
    expect(result.cautions).toEqual(['fewTrades', 'oneTrade']);
    expect(ruleResult.safeParse(result)).toMatchObject({ success: true });
  });

  test('of the parts add up to the whole: the later one begins with the equity that the first one ends with', () => {
    const [first, later] = result.parts;
    expect(first).toMatchObject({ toTime: START + 3 * DAY_MS, figures: { trades: 2 } });
    expect(later).toMatchObject({ fromTime: START + 4 * DAY_MS, figures: { trades: 1 } });
    expect(first?.figures.netPercent).toBeCloseTo(-12, 10);
    expect(later?.figures.netPercent).toBeCloseTo(50, 10);
  });

  test('of years are the changes of the equity within them', () => {
    const long = Array.from({ length: 800 }, (_, index) => 1 + index / 1_000);
    const { years, figures } = combineTests([tested('A:A', testOf(long, []))], { locked: 0 });
    expect(years.map(({ year }) => year)).toEqual([2020, 2021, 2022]);
    const product = years.reduce((value, { netPercent }) => value * (1 + netPercent / 100), 1);
    expect(product).toBeCloseTo(1 + figures.netPercent / 100, 10);
    expect(figures.yearlyPercent).toBeCloseTo(100 * (1.799 ** (365.25 / 798) - 1), 8);
  });
});

describe('several instruments', () => {
  test('have equal parts of the capital, also while one of them has no bars', () => {
    const early = testOf([1, 2, 2], [trade(1, 2, 100)]);
    const time = Float64Array.from([2, 3, 4], (index) => START + index * DAY_MS);
    const late = testOf([1, 1, 0.5], [trade(1, 2, -50)], { time });
    const { equity, figures, instruments } = combineTests(
      [tested('A:A', early), tested('A:B', late), tested('A:C', null, 'its feed does not answer')],
      { locked: 0 },
    );
    expect(equity.map((point) => point.equity)).toEqual([100, 150, 150, 150, 125]);
    expect(equity.at(-1)?.drawdownPercent).toBeCloseTo(100 / 6, 10);
    expect(figures).toMatchObject({ trades: 2, netPercent: 25, exposurePercent: 50 });
    expect(instruments.map(({ problem }) => problem)).toEqual([
      null,
      null,
      'its feed does not answer',
    ]);
  });

  test('without enough bars are listed with the reason, and change nothing else', () => {
    const good = tested('A:A', testOf([1, 2, 2], [trade(1, 2, 100)]));
    const empty = tested('A:B', testOf([], []));
    const result = combineTests([good, empty], { locked: 0 });
    expect(result.instruments[1]).toMatchObject({ barCount: 0, problem: expect.any(String) });
    expect(result.figures).toEqual(combineTests([good], { locked: 0 }).figures);
    const nothing = combineTests([empty], { locked: 1 });
    expect(ruleResult.safeParse(nothing)).toMatchObject({ success: true });
    expect(findingSentence(nothing)).toBe(
      'No instrument had bars that this rule could be tested on.',
    );
  });

  test('make a result that the contract accepts, the same each time', () => {
    const rule = RULES_WITHOUT_EDGE.range;
    if (!rule) throw new Error('There is no such rule.');
    const markets = randomMarkets({ count: 3, bars: 900, together: 0.5 }, seededRandom(5));
    const result = resultOver(rule, markets);
    expect(ruleResult.safeParse(result)).toMatchObject({ success: true });
    expect(result.comparison).not.toBeNull();
    expect(resultOver(rule, markets)).toEqual(result);
    const { figures, worstDrawdownPercent, trades, equity } = result;
    expect(trades).toHaveLength(figures.trades);
    expect(equity.length).toBeLessThanOrEqual(MOST_EQUITY_POINTS);
    expect(equity.at(-1)?.equity).toBeCloseTo(100 + figures.netPercent, 8);
    expect(worstDrawdownPercent).toBeGreaterThan(0.5 * figures.drawdownPercent);
  });
});

test('a thinned curve keeps its ends, its peaks and its deepest fall', () => {
  const random = seededRandom(4);
  let value = 1;
  const equity = Float64Array.from({ length: 20_000 }, () => {
    value *= 1 + 0.02 * (random() - 0.5);
    return value;
  });
  const time = Float64Array.from(equity.keys());
  const points = pointsOf({ time, equity });
  expect(points.length).toBeLessThanOrEqual(MOST_EQUITY_POINTS);
  expect(points[0]?.time).toBe(0);
  expect(points.at(-1)?.time).toBe(19_999);
  const deepest = Math.max(...drawdowns(equity));
  expect(Math.max(...points.map(({ drawdownPercent }) => drawdownPercent))).toBe(deepest);
  expect(Math.max(...points.map((point) => point.equity))).toBe(100 * Math.max(...equity));
  // The fall can be seen from the points alone.
  expect(Math.max(...drawdowns(Float64Array.from(points, (point) => point.equity)))).toBeCloseTo(
    deepest,
    8,
  );
});
