import type { AlertCondition, RuleEntry, TradingRule } from '@moneytrail/contract';

/** One condition as an entry. */
export const given = (...conditions: AlertCondition[]): RuleEntry => ({
  conditions,
  joined: { kind: 'and' },
});

export const closes = (is: 'above' | 'below' | 'crossesUp' | 'crossesDown', value: number) =>
  given({ kind: 'price', is, value });

export const marks = (side: 'buy' | 'sell'): RuleEntry =>
  given({ kind: 'signal', side, isStrongOnly: false });

/** Changes of the exit leave the other exits unused. */
export type RuleChanges = Partial<Omit<TradingRule, 'exit'>> & {
  exit?: Partial<TradingRule['exit']>;
};

/** A rule for days that is long after one bar's close above 100, all in, without costs, unless told otherwise. */
export function makeRule({ exit, ...more }: RuleChanges = {}): TradingRule {
  return {
    resolution: '1D',
    long: closes('crossesUp', 100),
    short: null,
    exit: { isOpposite: false, level: null, stop: null, target: null, bars: null, ...exit },
    costs: { spread: { kind: 'fixed', percent: 0 }, commissionPercent: 0 },
    size: { kind: 'share', percent: 100 },
    ...more,
  };
}
