import type { RuleResult, TradingRule } from '@moneytrail/contract';
import type { Bar } from '@moneytrail/indicators';
import { combineTests } from '../combine-tests.ts';
import { given, makeRule, marks } from './make-rule.ts';
import { resultOf, seriesOf } from './make-series.ts';

const costs = { spread: { kind: 'fixed', percent: 0.1 }, commissionPercent: 0.02 } as const;
const reached = (level: 'shortTermSupport' | 'shortTermResistance') =>
  given({ kind: 'level', level, event: 'reached', inputs: {} });
const moved = (direction: 'up' | 'down', bars: number) =>
  given({ kind: 'move', direction, size: 4, unit: 'percent', bars });

/** Rules with different exits, for markets in which none of them can have an edge. */
export const RULES_WITHOUT_EDGE: Readonly<Record<string, TradingRule>> = {
  marks: makeRule({ long: marks('buy'), short: marks('sell'), exit: { isOpposite: true }, costs }),
  time: makeRule({ long: moved('up', 2), exit: { bars: 10 }, costs }),
  range: makeRule({
    long: moved('down', 3),
    short: moved('up', 3),
    exit: { stop: { unit: 'atr', size: 2 }, target: { unit: 'atr', size: 3 }, bars: 20 },
    costs,
    size: { kind: 'risk', percent: 1 },
  }),
  levels: makeRule({
    long: reached('shortTermSupport'),
    short: reached('shortTermResistance'),
    exit: { level: 'shortTerm', stop: { unit: 'percent', size: 5 } },
    costs,
  }),
};

/** The result of a rule over the bars of several markets. */
export function resultOver(rule: TradingRule, markets: readonly (readonly Bar[])[]): RuleResult {
  const tests = markets.map((bars, index) => ({
    symbol: `Random:${index}`,
    simulated: true,
    priceScale: 100,
    problem: null,
    test: resultOf(rule, seriesOf(bars)),
  }));
  return combineTests(tests, { locked: 0 });
}
