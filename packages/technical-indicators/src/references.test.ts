import { readFileSync } from 'node:fs';
import type { InputValues } from '@moneytrail/indicators';
import { describe, expect, test } from 'vitest';
import { BITCOIN_DAYS, runStudy, studyNamed } from './testing/run-study.ts';

type Case = {
  readonly study: string;
  readonly by: string;
  readonly inputs: InputValues;
  readonly expected: Readonly<Record<string, readonly number[]>>;
  readonly isChange?: boolean;
};

const file = new URL('../fixtures/references.json', import.meta.url);
const { at, cases }: { at: number[]; cases: Case[] } = JSON.parse(readFileSync(file, 'utf8'));

describe('the values of other implementations', () => {
  test.each(cases)('$study agrees with $by', ({ study, inputs, expected, isChange }) => {
    const series = runStudy(studyNamed(study), BITCOIN_DAYS, inputs);
    for (const [key, wanted] of Object.entries(expected)) {
      const values = at.map((index) => series[key]?.[index] ?? Number.NaN);
      const start = isChange ? (values[0] ?? 0) - (wanted[0] ?? 0) : 0;
      for (const [index, want] of wanted.entries()) {
        const tolerance = 1e-9 * Math.max(Math.abs(want), 0.01);
        const difference = Math.abs((values[index] ?? Number.NaN) - start - want);
        expect(difference, `${key} at bar ${at[index]}`).toBeLessThanOrEqual(tolerance);
      }
    }
  });
});

/**
 * The worked example of the relative strength index over 14 bars in ChartSchool (StockCharts): closes, and the index from
 * the 15th on, rounded to two decimals.
 */
test('the relative strength index has the values of the published example', () => {
  const closes = [
    44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826,
    45.8931, 46.0328, 45.614, 46.282, 46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439, 46.2122,
  ];
  const published = [70.53, 66.32, 66.55, 69.41, 66.36, 57.97, 62.93];
  const bars = closes.map((close, index) => {
    return { timeMs: index, open: close, high: close, low: close, close, volume: 0, source: close };
  });
  const { rsi = new Float64Array() } = runStudy(studyNamed('rsi'), bars, {});
  expect(Array.from(rsi.slice(14), (value) => Number(value.toFixed(2)))).toEqual(published);
});
