import type { AlertCondition, RuleEntry, TradingRule } from '@moneytrail/contract';
import fc from 'fast-check';
import { makeRule } from './make-rule.ts';

/** Conditions around the prices of `arbitraryBars`, which begin at 40. */
const condition: fc.Arbitrary<AlertCondition> = fc.oneof(
  fc.record({
    kind: fc.constant('price' as const),
    is: fc.constantFrom('crosses', 'crossesUp', 'crossesDown', 'above', 'below'),
    value: fc.integer({ min: 3_980, max: 4_020 }).map((ticks) => ticks / 100),
  }),
  fc.record({
    kind: fc.constant('move' as const),
    direction: fc.constantFrom('up', 'down', 'either'),
    size: fc.constantFrom(0.02, 0.05, 0.1),
    unit: fc.constant('price' as const),
    bars: fc.integer({ min: 1, max: 3 }),
  }),
);

const entry: fc.Arbitrary<RuleEntry> = fc.record({
  conditions: fc.array(condition, { minLength: 1, maxLength: 2 }),
  joined: fc.oneof(
    fc.constant({ kind: 'and' as const }),
    fc.record({ kind: fc.constant('then' as const), bars: fc.integer({ min: 1, max: 5 }) }),
  ),
});

const distance = fc.oneof(
  fc.constant(null),
  fc.record({
    unit: fc.constantFrom('percent', 'atr'),
    size: fc.constantFrom(0.05, 0.1, 0.3, 1, 2),
  }),
);

/** Rules for bars of minutes, with every kind of exit, costs and size. */
export const arbitraryRule: fc.Arbitrary<TradingRule> = fc
  .record({
    long: fc.option(entry),
    short: fc.option(entry),
    isOpposite: fc.boolean(),
    level: fc.constantFrom(null, null, 'shortTerm' as const),
    stop: distance,
    target: distance,
    bars: fc.option(fc.integer({ min: 1, max: 10 })),
    costs: fc.record({
      spread: fc.oneof(
        fc.constant({ kind: 'estimated' as const }),
        fc.record({ kind: fc.constant('fixed' as const), percent: fc.constantFrom(0, 0.1, 1) }),
      ),
      commissionPercent: fc.constantFrom(0, 0.05),
    }),
    size: fc.record({
      kind: fc.constantFrom('share', 'risk'),
      percent: fc.constantFrom(1, 50, 100),
    }),
  })
  .filter(({ long, short }) => long !== null || short !== null)
  .map(({ long, short, costs, size, isOpposite, ...exit }) =>
    makeRule({
      resolution: '1',
      long,
      short,
      costs,
      size: exit.stop === null ? { ...size, kind: 'share' } : size,
      exit: { ...exit, isOpposite: isOpposite && long !== null && short !== null },
    }),
  );
