import type { StepBar } from '@moneytrail/indicators';
import { describe, expect, test } from 'vitest';
import { NAIVE_STUDIES } from './testing/naive-studies.ts';
import {
  BITCOIN_DAYS,
  CONTEXT,
  defaultInputs,
  EURO_BARS,
  runStudy,
  studyNamed,
} from './testing/run-study.ts';

describe('the definitions, computed plainly', () => {
  test.each(Object.entries(NAIVE_STUDIES))('%s has their values', (id, naive) => {
    const study = studyNamed(id);
    const from = study.neededBars(defaultInputs(study));
    const bars = BITCOIN_DAYS.slice(0, from + 200);
    const series = runStudy(study, bars);
    for (const [key, wanted] of Object.entries(naive(bars))) {
      const differences = wanted.map((want, at) => {
        const difference = Math.abs((series[key]?.[at] ?? Number.NaN) - want);
        return difference / Math.max(Math.abs(want), 0.01);
      });
      expect(Math.max(...differences.slice(from)), key).toBeLessThan(1e-8);
      expect(differences.length, key).toBe(from + 200);
    }
  });
});

const HOUR_MS = 3_600_000;

/** Bars of four hours on two days. */
function bar(hour: number, prices: readonly [number, number, number], volume = 0): StepBar {
  const [high, low, close] = prices;
  const source = (high + low + close) / 3;
  return { timeMs: hour * HOUR_MS, open: close, high, low, close, volume, source };
}

const TWO_DAYS = [
  bar(0, [12, 10, 11], 1),
  bar(8, [16, 8, 12], 3),
  bar(24, [13, 11, 12], 2),
  bar(32, [15, 12, 15], 2),
];

const SESSION = { period: 'session' };

function lastValues(id: string, bars: readonly StepBar[], inputs = {}): Record<string, number> {
  const series = Object.entries(runStudy(studyNamed(id), bars, inputs));
  return Object.fromEntries(
    series.map(([key, values]) => [key, Number((values.at(-1) ?? Number.NaN).toFixed(6))]),
  );
}

describe('levels of the period before', () => {
  test('the high, the low and the close are those of the whole period', () => {
    expect(lastValues('priorExtremes', TWO_DAYS, SESSION)).toEqual({ high: 16, low: 8, close: 12 });
  });

  test('pivot points follow from them', () => {
    expect(lastValues('pivotPoints', TWO_DAYS, SESSION)).toEqual({
      pivot: 12,
      firstResistance: 16,
      secondResistance: 20,
      thirdResistance: 24,
      firstSupport: 8,
      secondSupport: 4,
      thirdSupport: 0,
    });
    const fibonacci = lastValues('fibonacciPivots', TWO_DAYS, SESSION);
    expect(fibonacci).toMatchObject({ firstResistance: 15.056, thirdSupport: 4 });
    const camarilla = lastValues('camarillaPivots', TWO_DAYS, SESSION);
    expect(camarilla).toMatchObject({ fourthResistance: 16.4, thirdSupport: 9.8, pivot: 12 });
  });

  test('they are undefined in the period after one whose start is not loaded', () => {
    for (const period of ['session', 'week', 'month', 'year'] as const) {
      const bars = EURO_BARS.map((one) => ({ ...one, timeMs: one.timeMs + HOUR_MS }));
      const { high = new Float64Array() } = runStudy(studyNamed('priorExtremes'), bars, { period });
      const startOf = (one: StepBar) => CONTEXT.periodStart(period, one.timeMs);
      const starts = [...new Set(bars.map(startOf))];
      const first = high.findIndex((value) => !Number.isNaN(value));
      expect(first, period).toBe(bars.findIndex((one) => startOf(one) === starts[2]));
    }
  });
});

test('the period of its own accord is one that holds several bars of the interval', () => {
  const days = runStudy(studyNamed('vwap'), BITCOIN_DAYS);
  expect(days).toEqual(runStudy(studyNamed('vwap'), BITCOIN_DAYS, { period: 'month' }));
  const barsFor = (barsInDay: number) =>
    studyNamed('pivotPoints').neededBars({ period: 'auto' }, barsInDay);
  expect([288, 1, 1 / 7].map(barsFor)).toEqual([2 * 288, 2 * 31, 2 * 53]);
});

describe('the volume-weighted average price', () => {
  test('starts anew with each period, and its bands are weighted deviations', () => {
    // Typical prices 12 and 14 with equal volumes.
    expect(lastValues('vwap', TWO_DAYS, SESSION)).toEqual({ middle: 13, upper: 14, lower: 12 });
  });

  test('is undefined in a first period whose start is not loaded', () => {
    const { middle } = runStudy(studyNamed('vwap'), TWO_DAYS.slice(1), SESSION);
    expect([...(middle ?? [])]).toEqual([Number.NaN, 12, 13]);
  });

  test('takes no notice of bars without volume', () => {
    const bars = [...TWO_DAYS, bar(36, [99, 90, 95], 0)];
    expect(lastValues('vwap', bars, SESSION)).toEqual({ middle: 13, upper: 14, lower: 12 });
  });
});

test('the spans of the cloud are those computed 26 bars before, and the lagging line is the close', () => {
  const { spanA, spanB, leadingA, leadingB, lagging } = runStudy(studyNamed('ichimoku'), EURO_BARS);
  expect(spanA?.slice(500)).toEqual(leadingA?.slice(474, -26));
  expect(spanB?.slice(500)).toEqual(leadingB?.slice(474, -26));
  expect([...(lagging ?? [])]).toEqual(EURO_BARS.map(({ close }) => close));
});

test('the stop is shown below rising prices and above falling ones', () => {
  const { stop, rising, falling } = runStudy(studyNamed('supertrend'), EURO_BARS);
  for (const [index, { close }] of EURO_BARS.entries()) {
    if (index < 200) continue;
    const value = stop?.[index] ?? Number.NaN;
    const isRising = close >= value;
    expect(isRising ? rising?.[index] : falling?.[index]).toBe(value);
    expect(isRising ? falling?.[index] : rising?.[index]).toBeNaN();
  }
});
