import { DAY_MS } from '@moneytrail/calendar';
import type { RuleResult } from '@moneytrail/contract';
import { seededRandom } from '@moneytrail/indicators';
import { expect, test } from 'vitest';
import { given, makeRule } from './testing/make-rule.ts';
import { day } from './testing/make-series.ts';
import { RULES_WITHOUT_EDGE, resultOver } from './testing/no-edge.ts';
import { randomMarkets } from './testing/random-markets.ts';

test('without an edge, few results claim one, in markets that move together too', () => {
  const found: RuleResult[] = [];
  for (let seed = 1; seed <= 12; seed += 1) {
    const shape = { count: 3, bars: 1_200, together: 0.7 };
    const markets = randomMarkets(shape, seededRandom(seed));
    for (const rule of Object.values(RULES_WITHOUT_EDGE)) {
      found.push(resultOver(rule, markets));
    }
  }
  const compared = found.flatMap(({ comparison }) => (comparison ? [comparison] : []));
  // Positions between opposite marks last too long for a comparison here.
  expect(compared.length).toBeGreaterThan(30);
  expect(compared.filter(({ finding }) => finding !== 'unproven').length).toBeLessThanOrEqual(3);
});

/** Days of random moves; the day after a rise of volume gains a percent more than others. */
function marketWithEdge(gain: number, seed: number) {
  const random = seededRandom(seed);
  let close = 100;
  let isNext = false;
  return Array.from({ length: 1_500 }, (_, index) => {
    const open = close;
    const isLoud = random() < 0.05;
    close = open * (1 + 0.01 * (random() + random() - 1) + (isNext ? gain : 0));
    isNext = isLoud;
    const bar = day(index, open, Math.max(open, close), Math.min(open, close), close);
    return { ...bar, volume: isLoud ? 100 : 1 };
  });
}

test('a planted edge is found with its size, and a planted loss as well', () => {
  const rule = makeRule({ long: given({ kind: 'volume', times: 3, bars: 20 }), exit: { bars: 1 } });
  const comparisonOf = (gain: number) => {
    const markets = [1, 2].map((seed) => marketWithEdge(gain, seed));
    return resultOver(rule, markets).comparison;
  };
  const better = comparisonOf(0.01);
  expect(better).toMatchObject({ finding: 'better', difference: expect.closeTo(0.95, 0) });
  expect(better?.interval.low).toBeGreaterThan(0.7);
  expect(better?.interval.high).toBeLessThan(1.2);
  expect(comparisonOf(-0.01)?.finding).toBe('worse');
  expect(comparisonOf(0)?.finding).toBe('unproven');
});

test('positions that last too long for twenty blocks of time are not compared', () => {
  const rule = makeRule({
    long: given({ kind: 'volume', times: 3, bars: 20 }),
    exit: { bars: 60 },
  });
  const markets = [1, 2, 3, 4].map((seed) => marketWithEdge(0.01, seed));
  const { figures, comparison, fromTime, toTime } = resultOver(rule, markets);
  expect(figures.trades).toBeGreaterThan(30);
  expect((toTime - fromTime) / DAY_MS).toBeLessThan(20 * 2 * 60);
  expect(comparison).toBeNull();
});
