import { computeTechnicalStudy, seededRandom, valueAt } from '@moneytrail/indicators';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { QUICK } from '../../indicators/src/testing/arbitrary-bars.ts';
import { VECTOR_CASES } from '../../indicators/src/testing/vector-cases.ts';
import { TECHNICAL_STUDIES } from '../../technical-indicators/src/index.ts';
import { averageRange, BARS_BEFORE_RANGE } from './average-range.ts';
import { barsBeforeRule, ruleProblem } from './check-rule.ts';
import { firstReach } from './first-reach.ts';
import { given, makeRule, marks } from './testing/make-rule.ts';
import { resultOf, seriesOf } from './testing/make-series.ts';
import { randomMarkets } from './testing/random-markets.ts';

test('the average true range is that of the charts, and the first bars fade before an entry', () => {
  const [vectors] = VECTOR_CASES;
  const atr = TECHNICAL_STUDIES.find(({ id }) => id === 'atr');
  if (!vectors || !atr) throw new Error('The sample is missing.');
  const ranges = averageRange(vectors.columns);
  const context = { periodStart: () => 0 };
  const { range } = computeTechnicalStudy(atr, vectors.columns, { length: 14 }, context);
  expect([...ranges]).toEqual(
    [...(range ?? [])].map((value) => (Number.isNaN(value) ? value : expect.closeTo(value, 8))),
  );
  const later = averageRange(seriesOf(vectors.bars.slice(300)).columns);
  const difference =
    valueAt(later, BARS_BEFORE_RANGE - 1) / valueAt(ranges, 300 + BARS_BEFORE_RANGE - 1);
  expect(Math.abs(difference - 1)).toBeLessThan(0.002);
});

test('the first value that reaches a bound is found as by looking at each', () => {
  const random = seededRandom(1);
  const values = Float64Array.from({ length: 300 }, () => Math.floor(100 * random()));
  const place = fc.integer({ min: 0, max: 300 });
  const sign = fc.constantFrom(1 as const, -1 as const);
  fc.assert(
    fc.property(
      place,
      place,
      fc.integer({ min: -5, max: 105 }),
      sign,
      (from, until, bound, one) => {
        let index = from;
        while (index < until && one * (valueAt(values, index) - bound) < 0) index += 1;
        const found = firstReach(values, 300, one)(bound, from, Math.max(from, until));
        expect(found).toBe(Math.max(from, index));
      },
    ),
    { ...QUICK, numRuns: 300 },
  );
});

test('a rule waits for every figure that it reads, and no longer', () => {
  expect(barsBeforeRule(makeRule())).toBe(2);
  expect(barsBeforeRule(makeRule({ exit: { level: 'longTerm' } }))).toBe(100);
  expect(barsBeforeRule(makeRule({ exit: { stop: { unit: 'atr', size: 2 } } }))).toBe(100);
  const costs = { spread: { kind: 'estimated' }, commissionPercent: 0 } as const;
  expect(barsBeforeRule(makeRule({ costs }))).toBe(40);
  const long = given({ kind: 'level', level: 'shortTermSupport', event: 'reached', inputs: {} });
  expect(barsBeforeRule(makeRule({ long, short: marks('sell') }))).toBe(101);
});

test('bars before the warm-up change no trade', () => {
  const [bars = []] = randomMarkets({ count: 1, bars: 700, together: 0 }, seededRandom(3));
  const rule = makeRule({ long: marks('buy'), exit: { bars: 3 } });
  const entries = (from: number) => {
    const { time, trades } = resultOf(rule, seriesOf(bars.slice(from)));
    return trades.map(({ entry }) => valueAt(time, entry));
  };
  const begin = bars[200 + barsBeforeRule(rule)]?.time ?? Number.NaN;
  expect(entries(200).length).toBeGreaterThan(3);
  expect(entries(200)).toEqual(entries(0).filter((time) => time >= begin));
});

test('a rule that an instrument has no figures for is told apart', () => {
  const volume = given({ kind: 'volume', times: 2, bars: 5 });
  expect(ruleProblem(makeRule(), true)).toBeNull();
  expect(ruleProblem(makeRule({ long: volume }), false)).toBeNull();
  expect(ruleProblem(makeRule({ long: volume }), true)).toBe('An index has no volume.');
  const unknown = given({
    kind: 'study',
    study: 'nothing',
    output: 'value',
    inputs: {},
    is: 'above',
    than: { value: 1 },
  });
  expect(ruleProblem(makeRule({ long: unknown }), false)).toBe('There is no study nothing.');
});
