import { DAY_MS } from '@moneytrail/calendar';
import type { RuleComparison, RuleResult } from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { combineTests } from './combine-tests.ts';
import { findingSentence } from './finding-sentence.ts';

const comparison: RuleComparison = {
  trades: 185,
  others: 9_000,
  averagePercent: 0.314,
  otherPercent: 0.22,
  difference: 0.094,
  interval: { low: -0.2, high: 0.4 },
  finding: 'unproven',
};

function makeResult(
  changes: Partial<RuleResult>,
  averagePercent: number | null = 0.314,
): RuleResult {
  const empty = combineTests([], { locked: 0 });
  const instrument = {
    symbol: 'A:A',
    simulated: false,
    priceScale: 100,
    barCount: 9_000,
    trades: 185,
  };
  const figures = {
    netPercent: 4,
    profitFactor: 1.1,
    drawdownPercent: 12,
    open: null,
    problem: null,
  };
  return {
    ...empty,
    cautions: [],
    figures: { ...empty.figures, trades: 1_185, averagePercent },
    instruments: [{ ...instrument, ...figures }],
    comparison,
    ...changes,
  };
}

test('a finding names its trades, what they made, and what chance may explain', () => {
  expect(findingSentence(makeResult({}))).toBe(
    'No better than random days: 1,185 trades on 1 instrument made +0.31 % on average after costs, the same exits from every bar +0.22 %, and chance alone may explain the difference.',
  );
  const worse = { difference: -1.5, interval: { low: -2, high: -1 }, finding: 'worse' } as const;
  const hours = { fromTime: DAY_MS / 24, comparison: { ...comparison, ...worse } };
  expect(findingSentence(makeResult(hours))).toBe(
    'Worse than random bars: 1,185 trades on 1 instrument made +0.31 % on average after costs, the same exits from every bar +0.22 %, a difference of −1.50 percentage points (95 % interval −2.00 to −1.00).',
  );
  expect(findingSentence(makeResult({ comparison: { ...comparison, finding: 'better' } }))).toMatch(
    /^Better than random days: /,
  );
});

test('without a comparison the reason is given', () => {
  expect(findingSentence(makeResult({ cautions: ['fewTrades'], comparison: null }))).toMatch(
    /^Too few trades for a finding: /,
  );
  expect(findingSentence(makeResult({ comparison: null }))).toMatch(
    /^No comparison with random days: /,
  );
  expect(findingSentence(makeResult({}, null))).toBe('The rule made no trade on 1 instrument.');
});
