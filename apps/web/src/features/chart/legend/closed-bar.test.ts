import type { LegendValues } from '@moneytrail/chart';
import { expect, it } from 'vitest';
import { closedBarOf, closedText } from './closed-bar.ts';

const barAt = (time: number) => ({ time, open: 1, high: 1, low: 1, close: 1, volume: null });
const legendOf = (bar: number | null, studyBar: number | null) =>
  ({
    bar: bar === null ? null : barAt(bar),
    studyBar: studyBar === null ? null : barAt(studyBar),
  }) as LegendValues;

it('names the closed bar while the prices beside its values are those of the forming bar', () => {
  expect(closedBarOf(legendOf(120, 60))).toBe(60);
});

it('names a bar of which the last trades may be missing, and says so', () => {
  expect(closedBarOf({ ...legendOf(120, 120), isClosing: true })).toBe(120);
  expect(closedText('12:01', true)).toBe('Studies: 12:01, closing');
  expect(closedText('12:01', false)).toBe('Studies: 12:01, closed');
});

it('names none if both are of the same bar, as at the crosshair, or if there is no bar', () => {
  expect(closedBarOf(legendOf(120, 120))).toBeNull();
  expect(closedBarOf(legendOf(120, null))).toBeNull();
  expect(closedBarOf(legendOf(null, null))).toBeNull();
  expect(closedBarOf(null)).toBeNull();
});
