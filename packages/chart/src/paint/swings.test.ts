import { expect, it } from 'vitest';
import { legsInView } from './swings.ts';

const NONE = Number.NaN;
/** Points at the bars 1, 4 and 6, known two bars later; the last leg ends at bar 8 so far. */
const LEGS = {
  points: Float64Array.of(NONE, NONE, NONE, 10, NONE, NONE, 20, NONE, 12, NONE),
  back: Float64Array.of(NONE, NONE, NONE, 2, NONE, NONE, 2, NONE, 2, NONE),
  tip: Float64Array.of(NONE, NONE, NONE, 15, 20, 20, 18, 12, 13, 14),
  tipBack: Float64Array.of(NONE, NONE, NONE, 0, 0, 1, 0, 1, 0, 1),
};
const ENDLESS = Number.POSITIVE_INFINITY;

it('legs run from the point before the bars in view to the one behind them', () => {
  const indexes = (from: number, to: number) =>
    legsInView(LEGS, { from, to, formingIndex: -1 }).map(({ index }) => index);
  expect(indexes(0, 10)).toEqual([1, 4, 6, 8]);
  expect(indexes(3, 4)).toEqual([1, 4]);
  expect(indexes(7, 8)).toEqual([4, 6, 8]);
});

it('the last leg is provisional, and so is a point that the forming bar would confirm', () => {
  const known = (formingIndex: number) =>
    legsInView(LEGS, { from: 0, to: 10, formingIndex }).map(({ knownAt }) => knownAt);
  expect(known(9)).toEqual([3, 6, 8, ENDLESS]);
  expect(known(8)).toEqual([3, 6, ENDLESS, ENDLESS]);
});
