import type { TradingRule } from '@moneytrail/contract';
import type { Bar } from '@moneytrail/indicators';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraryBars, QUICK } from '../../indicators/src/testing/arbitrary-bars.ts';
import { prefixOf } from '../../indicators/src/testing/every-output.ts';
import { VECTOR_CASES } from '../../indicators/src/testing/vector-cases.ts';
import { barsBeforeRule } from './check-rule.ts';
import type { RuleSeries } from './rule-series.ts';
import type { SeriesTest } from './test-series.ts';
import { arbitraryRule } from './testing/arbitrary-rules.ts';
import { closes, given, makeRule, marks, type RuleChanges } from './testing/make-rule.ts';
import { day, daysOf, resultOf, seriesOf } from './testing/make-series.ts';
import { naiveTrades } from './testing/naive-trades.ts';

const percent = (size: number) => ({ unit: 'percent', size }) as const;

/** A close of 101 that gives the entry, then further days; the first of them is the entry's. */
function after(...prices: [number, number, number, number][]): Bar[] {
  return daysOf([99, 99, 99, 99], [99, 101, 99, 101], ...prices);
}

const tradesOf = (changes: RuleChanges, bars: readonly Bar[], holes: number[] = []) =>
  resultOf(makeRule(changes), seriesOf(bars, holes)).trades;

describe('a position, by hand', () => {
  test('is entered at the open after the close that gave it, and left at the stop within a bar', () => {
    const bars = after([102, 103, 101, 102], [101, 104, 90, 103]);
    expect(tradesOf({ exit: { stop: percent(5) } }, bars)).toEqual([
      expect.objectContaining({
        sign: 1,
        entry: 1,
        entryPrice: 102,
        exit: 2,
        exitPrice: 102 - 0.05 * 102,
        reason: 'stop',
        isGap: false,
        isSameBar: false,
        heldBars: 2,
        r: expect.closeTo(-1, 12),
      }),
    ]);
  });

  test('is left at an open beyond its stop or its target, worse or better than they are', () => {
    const exit = { stop: percent(5), target: percent(5) };
    const [stopped] = tradesOf({ exit }, after([102, 103, 101, 102], [90, 120, 90, 103]));
    expect(stopped).toMatchObject({ exitPrice: 90, reason: 'stop', isGap: true, heldBars: 1 });
    const [won] = tradesOf({ exit }, after([102, 103, 101, 102], [110, 111, 80, 103]));
    expect(won).toMatchObject({ exitPrice: 110, reason: 'target', isGap: true, isSameBar: false });
  });

  test('counts as stopped if stop and target lie within one bar, that of the entry too', () => {
    const exit = { stop: percent(5), target: percent(5) };
    const [trade] = tradesOf({ exit }, after([102, 120, 90, 103]));
    expect(trade).toMatchObject({ exitPrice: 102 - 0.05 * 102, reason: 'stop', isSameBar: true });
    expect(trade).toMatchObject({ entry: 1, exit: 1, heldBars: 1 });
  });

  test('is left at the open a number of bars after its own; entries before that open are ignored', () => {
    const flat: [number, number, number, number] = [103, 104, 102, 103];
    const bars = after([102, 103, 101, 102], flat, [105, 106, 101, 105], flat, flat, flat, flat);
    const trades = tradesOf({ long: closes('above', 100), exit: { bars: 2 } }, bars);
    expect(trades.map(({ entry, exit, exitPrice }) => [entry, exit, exitPrice])).toEqual([
      [1, 3, 105],
      // Bar 3 was open until its first price, and its close gives the next entry.
      [4, 6, 103],
    ]);
    expect(trades[0]).toMatchObject({ reason: 'bars', heldBars: 2, isGap: false });
  });

  test('is turned round at the open after the opposite entry', () => {
    const bars = after(
      [102, 103, 101, 102],
      [102, 102, 97, 98],
      [96, 99, 95, 97],
      [97, 102, 97, 101],
      [104, 105, 103, 104],
    );
    const exit = { isOpposite: true };
    const result = resultOf(makeRule({ short: closes('crossesDown', 100), exit }), seriesOf(bars));
    expect(result.trades).toEqual([
      expect.objectContaining({ sign: 1, entry: 1, exit: 3, exitPrice: 96, reason: 'opposite' }),
      expect.objectContaining({ sign: -1, entry: 3, entryPrice: 96, exit: 5, exitPrice: 104 }),
    ]);
    expect(result.open).toMatchObject({ sign: 1, entry: 5, netPercent: 0 });
    // The equity at closes: the long, the short, and what is left of both.
    const [long, short] = [96 / 102, 1 - 8 / 96];
    const expected = [
      1,
      102 / 102,
      98 / 102,
      long * (1 - 1 / 96),
      long * (1 - 5 / 96),
      long * short,
    ];
    expect([...result.equity]).toEqual(expected.map((value) => expect.closeTo(value, 12)));
  });

  test('of both sides at once is neither entered nor a reason to leave', () => {
    const bars = after([102, 103, 101, 102], [102, 103, 101, 102], [102, 103, 101, 102]);
    const both = { long: closes('above', 100), short: closes('above', 100) };
    expect(
      resultOf(makeRule({ ...both, exit: { isOpposite: true } }), seriesOf(bars)),
    ).toMatchObject({
      trades: [],
      open: null,
    });
  });

  test('that the last bar leaves open is no trade, and counts in the equity as if it were left at the close', () => {
    const costs = { spread: { kind: 'fixed', percent: 1 }, commissionPercent: 0.5 } as const;
    const result = resultOf(
      makeRule({ costs, exit: { target: percent(50) } }),
      seriesOf(after([100, 111, 100, 110])),
    );
    expect(result.trades).toEqual([]);
    // Half of the spread and one commission each time: 1 % of 100 and of 110.
    expect(result.open?.netPercent).toBeCloseTo(7.9, 12);
    expect(result.equity.at(-1)).toBeCloseTo(1.079, 12);
  });

  test('takes the share of the equity that loses the risk at the stop, and never more than all of it', () => {
    const bars = after([100, 100, 90, 95]);
    const sizeAt = (stop: number) =>
      tradesOf({ size: { kind: 'risk', percent: 1 }, exit: { stop: percent(stop) } }, bars)[0];
    expect(sizeAt(5)?.size).toBeCloseTo(0.2, 12);
    expect(sizeAt(0.5)?.size).toBe(1);
    const { equity } = resultOf(
      makeRule({ size: { kind: 'risk', percent: 1 }, exit: { stop: percent(5) } }),
      seriesOf(bars),
    );
    expect(equity.at(-1)).toBeCloseTo(0.99, 12);
  });

  test('loses at most the equity that there is', () => {
    const bars = after([100, 400, 100, 390], [390, 390, 390, 390], [390, 390, 99, 99]);
    const { trades, equity } = resultOf(
      makeRule({ long: null, short: closes('crossesUp', 100), exit: { bars: 1 } }),
      seriesOf(bars),
    );
    expect(trades.map(({ netPercent }) => netPercent)).toEqual([-290]);
    expect([...equity]).toEqual([1, 0, 0, 0]);
  });
});

describe('a level', () => {
  /** Twenty days with closes from 110 down to 91, then a rise through 100. */
  const falling = Array.from({ length: 20 }, (_, index) => {
    const close = 110 - index;
    return day(index, close + 1, close + 1.5, close - 0.5, close);
  });
  const rising = (...prices: [number, number, number, number][]) =>
    prices.map((each, index) => day(falling.length + index, ...each));
  const exit = { level: 'shortTerm' } as const;

  test('is left at as it stood at the last close, which may be lower than at the entry', () => {
    // The highest of the last twenty closes: 109 at the signal, then 108.
    const bars = [
      ...falling,
      ...rising([95, 101, 95, 101], [101, 103, 101, 102], [102, 109, 101, 108]),
    ];
    expect(tradesOf({ exit }, bars)).toEqual([
      expect.objectContaining({ entryPrice: 101, exitPrice: 108, reason: 'level', isGap: false }),
    ]);
  });

  test('that the price stands at or has passed is not on the far side', () => {
    // The close of the signal is the highest, and so the resistance itself.
    const bars = [
      ...falling,
      ...rising(
        [95, 130, 95, 130],
        [131, 132, 125, 126],
        [126, 129, 124, 128],
        [132, 133, 131, 132],
      ),
    ];
    expect(tradesOf({ exit }, bars)).toEqual([
      expect.objectContaining({ entryPrice: 131, exitPrice: 132, reason: 'level', isGap: true }),
    ]);
  });
});

describe('missing bars', () => {
  const bars = after(
    [102, 103, 101, 102],
    [103, 104, 102, 103],
    [104, 105, 103, 104],
    [105, 106, 104, 105],
  );

  test('leave out a position across them, with its effect on the equity', () => {
    for (const hole of [2, 3, 4]) {
      const result = resultOf(makeRule({ exit: { bars: 2 } }), seriesOf(bars, [hole]));
      expect(result).toMatchObject({ trades: [], open: null, leftOut: 1 });
      expect(result.equity.every((value) => value === 1)).toBe(true);
    }
    expect(resultOf(makeRule({ exit: { bars: 2 } }), seriesOf(bars, [5]))).toMatchObject({
      trades: [{ exit: 3 }],
      leftOut: 0,
    });
  });

  test('and prices at or below zero do the same: a percentage of them has no meaning', () => {
    const negative = after(
      [102, 103, 101, 102],
      [103, 104, -3, 5],
      [5, 6, 4, 5],
      [5, 105, 5, 101],
      [101, 102, 100, 101],
      [101, 102, 100, 101],
    );
    const result = resultOf(makeRule({ exit: { bars: 2 } }), seriesOf(negative));
    expect(result).toMatchObject({ leftOut: 1, trades: [], open: { entry: 5 } });
  });
});

const minuteSeries = (bars: readonly Bar[], holes: readonly number[]): RuleSeries =>
  seriesOf(bars, holes, '1');

const arbitraryCase = fc.record({
  bars: arbitraryBars({ minLength: 60, maxLength: 220 }),
  rule: arbitraryRule,
  holes: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { maxLength: 3 }) },
  ),
});
/** Cases are cheap, and each has few trades. */
const MANY = { ...QUICK, numRuns: 8 * (QUICK.numRuns ?? 30) };

/** A trade of either implementation as the same list of texts and numbers. */
function compared(rule: TradingRule, { trades, time }: SeriesTest) {
  // An estimate of the spread is the root of a small number, which magnifies rounding.
  const digits = rule.costs.spread.kind === 'estimated' ? 4 : 8;
  return trades.map((trade) => ({
    side: trade.sign === 1 ? 'long' : 'short',
    entryTime: time[trade.entry],
    entryPrice: trade.entryPrice,
    exitTime: time[trade.exit],
    exitPrice: expect.closeTo(trade.exitPrice, 8),
    reason: trade.reason,
    isGap: trade.isGap,
    isSameBar: trade.isSameBar,
    netPercent: expect.closeTo(trade.netPercent, digits),
    size: expect.closeTo(trade.size, 8),
  }));
}

describe('a second implementation, which walks from bar to bar, finds the same trades', () => {
  const atr = (size: number) => ({ unit: 'atr', size }) as const;
  const estimated = { spread: { kind: 'estimated' }, commissionPercent: 0.02 } as const;
  const level = (name: 'shortTermSupport' | 'shortTermResistance') =>
    given({ kind: 'level', level: name, event: 'reached', inputs: {} });
  const move = (direction: 'up' | 'down', size: number) =>
    given({ kind: 'move', direction, size, unit: 'percent', bars: 3 });
  const rules: [name: string, changes: RuleChanges][] = [
    [
      'marks and their opposites',
      {
        long: marks('buy'),
        short: marks('sell'),
        exit: { isOpposite: true, stop: atr(3) },
        costs: estimated,
      },
    ],
    [
      'reaches of levels',
      {
        long: level('shortTermSupport'),
        short: level('shortTermResistance'),
        exit: { level: 'shortTerm', stop: atr(1) },
      },
    ],
    [
      'moves with stop, target and time',
      {
        long: move('up', 1),
        short: move('down', 1),
        exit: { stop: atr(1), target: atr(1.5), bars: 8 },
        size: { kind: 'risk', percent: 1 },
      },
    ],
    [
      'moves until the long-term level or the opposite',
      {
        long: move('down', 0.5),
        short: move('up', 0.5),
        exit: { isOpposite: true, level: 'longTerm', stop: percent(4) },
      },
    ],
  ];
  const cases = VECTOR_CASES.filter(({ name }) => name !== 'btcusd-1d-further').flatMap((vectors) =>
    rules.map(([name, changes]) => ({ name: `${vectors.name}: ${name}`, vectors, changes })),
  );

  test.each(cases)('on real bars, $name', ({ vectors, changes }) => {
    const bars = vectors.bars.slice(0, 1_000);
    const resolution = vectors.name === 'eurusd-4h' ? '240' : '1D';
    const rule = makeRule({ resolution, ...changes });
    const series = seriesOf(bars, [400], resolution);
    const result = resultOf(rule, series);
    expect(result.trades.length).toBeGreaterThan(4);
    expect(naiveTrades(rule, series, bars)).toEqual(compared(rule, result));
  });

  test('on any bars, by any rule', () => {
    let count = 0;
    fc.assert(
      fc.property(arbitraryCase, ({ bars, rule, holes }) => {
        const series = minuteSeries(bars, holes);
        const result = resultOf(rule, series);
        count += result.trades.length;
        expect(naiveTrades(rule, series, bars)).toEqual(compared(rule, result));
      }),
      MANY,
    );
    expect(count).toBeGreaterThan(300);
  });
});

describe('any rule on any bars', () => {
  test('finds in a longer series what it found in a shorter one: nothing is known before it happens', () => {
    fc.assert(
      fc.property(arbitraryCase, fc.integer({ min: 5, max: 200 }), ({ bars, rule, holes }, cut) => {
        const whole = minuteSeries(bars, holes);
        const part = { ...whole, columns: prefixOf(whole.columns, Math.min(cut, bars.length)) };
        const [longer, shorter] = [resultOf(rule, whole), resultOf(rule, part)];
        const places = shorter.time.length;
        expect(shorter.trades).toEqual(longer.trades.filter(({ exit }) => exit < places));
        const settled = shorter.open ? shorter.open.entry : places;
        expect(shorter.equity.slice(0, settled)).toEqual(longer.equity.slice(0, settled));
        for (const side of ['long', 'short'] as const) {
          for (const [place, net] of (shorter.every[side]?.net ?? []).entries()) {
            if (!Number.isNaN(net)) expect(longer.every[side]?.net[place]).toBe(net);
          }
        }
      }),
      MANY,
    );
  });

  test('never gains by costs, and takes the same positions with them', () => {
    fc.assert(
      fc.property(arbitraryCase, ({ bars, rule, holes }) => {
        const series = minuteSeries(bars, holes);
        const commissionPercent = rule.costs.commissionPercent + 0.1;
        const dearer = { ...rule, costs: { ...rule.costs, commissionPercent } };
        const [cheap, dear] = [resultOf(rule, series), resultOf(dearer, series)];
        expect(dear.trades.map(({ entry, exit }) => [entry, exit])).toEqual(
          cheap.trades.map(({ entry, exit }) => [entry, exit]),
        );
        for (const [index, trade] of dear.trades.entries()) {
          const other = cheap.trades[index];
          expect(trade.netPercent).toBeLessThan(other?.netPercent ?? Number.NaN);
          expect(trade.costPercent).toBeGreaterThan(other?.costPercent ?? Number.NaN);
        }
        expect(dear.equity.at(-1)).toBeLessThanOrEqual((cheap.equity.at(-1) ?? 0) + 1e-12);
      }),
      MANY,
    );
  });

  test('ends with the product of its trades, and every trade is among those from every bar', () => {
    fc.assert(
      fc.property(arbitraryCase, ({ bars, rule, holes }) => {
        const { trades, equity, open, every } = resultOf(rule, minuteSeries(bars, holes));
        const product = trades.reduce(
          (value, { size, netPercent }) => value * Math.max(0, 1 + (size * netPercent) / 100),
          1,
        );
        const at = open ? open.entry - 1 : equity.length - 1;
        // An entry in the bar of an exit changes the equity of that bar.
        const isReversed = open !== null && trades.at(-1)?.exit === open.entry;
        if (equity.length > 0 && !isReversed) expect(equity[at]).toBeCloseTo(product, 10);
        for (const { sign, entry, netPercent } of trades) {
          const side = sign === 1 ? every.long : every.short;
          expect(side?.net[entry]).toBe(netPercent);
        }
      }),
      MANY,
    );
  });
});

test('a series without a bar after the warm-up has an empty test', () => {
  const rule = makeRule({ long: marks('buy'), exit: { bars: 5 } });
  const bars = Array.from({ length: barsBeforeRule(rule) }, (_, index) => day(index, 1, 1, 1, 1));
  expect(resultOf(rule, seriesOf(bars)).time).toHaveLength(0);
  expect(resultOf(rule, seriesOf([...bars, day(bars.length, 1, 1, 1, 1)])).time).toHaveLength(2);
});
