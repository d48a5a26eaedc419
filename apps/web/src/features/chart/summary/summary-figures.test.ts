import type { Summary } from '@moneytrail/indicators';
import { describe, expect, it } from 'vitest';
import { livePriceOf, studyFigures, windowFigures } from './summary-figures.ts';
import { NO_SPREAD } from './why-unknown.ts';

const NAN = Number.NaN;
const SUMMARY = {
  barCount: 62,
  currentPrice: 110,
  deployment: 412.4,
  longTermTightness: NAN,
  shortTermTightness: 4.2,
  distanceToLongTermMin: NAN,
  distanceToShortTermMin: 0,
  liquiditySpread: 12.31,
  totalChange: 10,
  averageOpen: NAN,
  averageClose: NAN,
  highestHigh: NAN,
  lowestLow: NAN,
  volatility: NAN,
} as unknown as Summary;
const LENGTHS = { short: 20, long: 100, flow: 40 };
const NOT_POSITIVE = 'not defined for prices of zero or less';

describe('the figures of the summary', () => {
  it('format each known value in its own way', () => {
    const [deployment, long, short, spread] = studyFigures(SUMMARY, LENGTHS);
    expect(deployment).toMatchObject({ value: 412.4, text: '+412' });
    expect(long).toMatchObject({ text: '–', why: 'needs 100 bars, has 62' });
    expect(short).toMatchObject({ text: '4.20\u00a0%', note: 'at its low' });
    expect(spread).toMatchObject({ text: '12.3\u00a0bps' });
  });

  it('tell that an index is not traded, where others have a spread', () => {
    const spread = studyFigures({ ...SUMMARY, liquiditySpread: NAN }, LENGTHS, true).at(-1);
    expect(spread).toMatchObject({ text: '–', note: 'an index is not traded', why: NO_SPREAD });
  });

  it('tell the distance of a tightness from its low in percentage points', () => {
    const [, , short] = studyFigures({ ...SUMMARY, distanceToShortTermMin: 4.41 }, LENGTHS);
    expect(short?.note).toBe('4.41 percentage points above its low');
  });

  it('tell the change over the window since its first open', () => {
    expect(windowFigures(SUMMARY, 2, 100)[0]?.text).toBe('▲ +10.00 (+10.00\u00a0%)');
  });

  it('ask for no bars if more bars would not help', () => {
    const spread = { ...SUMMARY, currentPrice: -40 };
    const [, long, , liquidity] = studyFigures(spread, { ...LENGTHS, flow: 80 });
    expect([long?.why, liquidity?.why]).toEqual([NOT_POSITIVE, NOT_POSITIVE]);
    const enough = { ...SUMMARY, barCount: 700 };
    expect(studyFigures(enough, LENGTHS)[1]?.why).toBe(NOT_POSITIVE);
    expect(windowFigures(enough, 2, 100).at(-1)?.why).toBe(NOT_POSITIVE);
  });

  it('tell why a minimum is unknown while the tightness is known', () => {
    const summary = { ...SUMMARY, longTermTightness: 3, barCount: 120 };
    const [, long] = studyFigures(summary, LENGTHS);
    expect(long?.note).toBe('its low needs 599 bars; 120 are loaded');
    const sunk = { ...summary, barCount: 700 };
    expect(studyFigures(sunk, LENGTHS)[1]?.note).toBe(`its low is not known: ${NOT_POSITIVE}`);
  });
});

const CLOSED = {
  currentPrice: 100,
  currentPriceTime: 60_000,
} as unknown as Summary;
const barAt = (time: number, close: number) => {
  return { time, open: 1, high: 1, low: 1, close, volume: null };
};

it('the live price is that of the forming bar', () => {
  expect(livePriceOf(CLOSED, barAt(120_000, 104))).toEqual({ price: 104, isForming: true });
});

it('the live price is the last close while no bar forms', () => {
  const closed = { price: 100, isForming: false };
  expect(livePriceOf(CLOSED, barAt(60_000, 100))).toEqual(closed);
  expect(livePriceOf(CLOSED, null)).toEqual(closed);
});

it('the live price is that of the forming bar before any bar has closed', () => {
  const none = { ...SUMMARY, currentPrice: Number.NaN, currentPriceTime: Number.NaN };
  expect(livePriceOf(none, barAt(60_000, 5))).toMatchObject({ price: 5 });
});
