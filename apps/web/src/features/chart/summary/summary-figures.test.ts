import type { Summary } from '@moneytrail/contract';
import { describe, expect, it } from 'vitest';
import { studyFigures, whyUnknown, windowFigures } from './summary-figures.ts';

const SUMMARY = {
  barCount: 62,
  currentPrice: 110,
  deployment: 412.4,
  longTermTightness: { value: null },
  shortTermTightness: { value: 4.2 },
  distanceToLongTermMin: { value: null },
  distanceToShortTermMin: { value: 0 },
  liquiditySpread: 12.31,
  totalChange: 10,
  averageOpen: null,
  averageClose: null,
  highestHigh: null,
  lowestLow: null,
  volatility: null,
} as unknown as Summary;

describe('the figures of the summary', () => {
  it('write what is known in its own form', () => {
    const [deployment, long, short, spread] = studyFigures(SUMMARY, {
      short: 20,
      long: 100,
      flow: 40,
    });
    expect(deployment).toMatchObject({ value: '+412', why: null });
    expect(long).toMatchObject({
      value: '–',
      note: 'its minimum needs 599 bars, has 62',
      why: 'needs 100 bars, has 62',
    });
    expect(short).toMatchObject({ value: '4.20\u00a0%', note: 'at its minimum', why: null });
    expect(spread).toMatchObject({ value: '12.3\u00a0bps' });
  });

  it('tell the change of the window from its first open', () => {
    expect(windowFigures(SUMMARY, 2, 100)[0]?.value).toBe('▲ +10.00 (+10.00\u00a0%)');
  });

  it('give no reason where the bars suffice', () => {
    expect(whyUnknown(100, 100)).toBeNull();
    expect(whyUnknown(599, 312)).toBe('needs 599 bars, has 312');
  });
});
