import type { LegendValues } from '@moneytrail/chart';
import { expect, it } from 'vitest';
import { closedBarOf } from './closed-bar.ts';

const barAt = (time: number) => ({ time, open: 1, high: 1, low: 1, close: 1, volume: null });
const legendOf = (bar: number | null, studyBar: number | null) =>
  ({
    bar: bar === null ? null : barAt(bar),
    studyBar: studyBar === null ? null : barAt(studyBar),
  }) as LegendValues;

it('a closed bar is named where the prices beside its values are of the forming one', () => {
  expect(closedBarOf(legendOf(120, 60))).toBe(60);
});

it('none is where both are of one bar, as at the crosshair, or no bar is there', () => {
  expect(closedBarOf(legendOf(120, 120))).toBeNull();
  expect(closedBarOf(legendOf(120, null))).toBeNull();
  expect(closedBarOf(legendOf(null, null))).toBeNull();
  expect(closedBarOf(null)).toBeNull();
});
