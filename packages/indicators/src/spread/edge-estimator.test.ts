import { expect, test } from 'vitest';
import { type Bar, columnsFrom, computeStudy, DEFAULT_INPUTS } from '../index.ts';
import { naiveSignedSpread, naiveSpread } from '../testing/naive-spread.ts';
import { naiveWindows } from '../testing/naive-studies.ts';
import { agree, disagreements, SPREAD } from '../testing/tolerance.ts';
import { edgeSample } from '../testing/vector-cases.ts';
import { inChunks } from '../windows/chunk.ts';
import { SpreadWindow } from './spread-window.ts';

const sample = edgeSample();
const TIGHT = { relative: 1e-9, floor: 0 };

/** The squared estimate at the last bar of a window over all bars. */
function squaredOver(bars: readonly Bar[]): number {
  const window = new SpreadWindow(bars.length);
  const columns = columnsFrom(bars);
  let squared = Number.NaN;
  inChunks(0, bars.length, (from, count) => {
    window.advance(columns, from, count);
    squared = window.squared[count - 1] ?? Number.NaN;
  });
  return squared;
}

test("the authors' sample as one window gives their estimate", () => {
  const squared = squaredOver(sample);
  expect(sample).toHaveLength(10_000);
  expect(agree(squared, 0.00010373225911177194, TIGHT), `${squared}`).toBe(true);
  expect(agree(Math.sqrt(squared), 0.0101849034905478, TIGHT)).toBe(true);
  expect(agree(naiveSignedSpread(sample), 0.0101849034905478, TIGHT)).toBe(true);
});

test("the first ten bars of the authors' sample give their signed estimate", () => {
  const squared = squaredOver(sample.slice(0, 10));
  expect(agree(-Math.sqrt(-squared), -0.016889917516422, TIGHT), `${squared}`).toBe(true);
});

test('every value of the rolling series depends only on its window', () => {
  const bars = sample.slice(0, 2000);
  for (const length of [15, 40, 100]) {
    const inputs = { ...DEFAULT_INPUTS, length };
    const { spread } = computeStudy('liquiditySpread', columnsFrom(bars), inputs);
    expect(disagreements(spread, naiveWindows(bars, length, naiveSpread), SPREAD)).toEqual([]);
  }
});

test('a window without two moving bars, or with a price at or below zero, has no spread', () => {
  const still = sample.slice(0, 200).map((bar) => ({ ...bar, open: 1, high: 1, low: 1, close: 1 }));
  expect(computeStudy('liquiditySpread', columnsFrom(still), DEFAULT_INPUTS).spread).toSatisfy(
    (values: Float64Array) => values.every(Number.isNaN),
  );
  for (const low of [0, -1]) {
    const bars = sample.slice(0, 200).map((bar, at) => (at === 100 ? { ...bar, low } : bar));
    const { spread } = computeStudy('liquiditySpread', columnsFrom(bars), DEFAULT_INPUTS);
    const undefinedAt = [...spread.keys()].filter((at) => Number.isNaN(spread[at]));
    const warmUpAndWindow = [...Array(39).keys(), ...Array.from({ length: 40 }, (_, i) => 100 + i)];
    expect(undefinedAt).toEqual(warmUpAndWindow);
  }
});

test('an evenly swinging market has one spread for any unit and any start of its history', () => {
  // Up and down are mirror images in logarithms, so every pair of bars gives the same estimate.
  const swing = Array.from({ length: 300 }, (_, time): Bar => {
    const [open, close] = time % 2 ? [105, 100] : [100, 105];
    return { time, open, high: 105 * 1.001, low: 100 / 1.001, close, volume: null };
  });
  for (const length of [15, 40, 41, 77]) {
    const inputs = { ...DEFAULT_INPUTS, length };
    const spreadOf = (bars: readonly Bar[]) =>
      computeStudy('liquiditySpread', columnsFrom(bars), inputs).spread;
    const want = spreadOf(swing);
    for (const left of [2, 3, 10, 50, 77]) {
      const got = spreadOf(swing.slice(left));
      expect(disagreements(got, want.subarray(left), SPREAD, length - 1)).toEqual([]);
    }
    const scaled = swing.map((bar) => {
      const { open, high, low, close } = bar;
      return { ...bar, open: open / 1e4, high: high / 1e4, low: low / 1e4, close: close / 1e4 };
    });
    expect(disagreements(spreadOf(scaled), want, { ...SPREAD, relative: 1e-6 })).toEqual([]);
  }
});
