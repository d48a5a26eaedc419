import type { TradingRule } from '@moneytrail/contract';

const marks = (side: 'buy' | 'sell') => ({
  conditions: [{ kind: 'signal' as const, side, isStrongOnly: false }],
  joined: { kind: 'and' as const },
});

/** Follows the marks of days, from one side to the other. */
export const RULE: TradingRule = {
  resolution: '1D',
  long: marks('buy'),
  short: marks('sell'),
  exit: { isOpposite: true, level: null, stop: null, target: null, bars: null },
  costs: { spread: { kind: 'fixed', percent: 0.1 }, commissionPercent: 0.05 },
  size: { kind: 'share', percent: 100 },
};
