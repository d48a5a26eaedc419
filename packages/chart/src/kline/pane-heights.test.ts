import fc from 'fast-check';
import { expect, it } from 'vitest';
import { leastStudyPx, MIN_MAIN_HEIGHT_PX, studyPaneHeights } from './pane-heights.ts';

const sum = (heights: readonly number[]) => heights.reduce((total, px) => total + px, 0);

it('leave the prices their least height for any number of panes and any dragged shares', () => {
  const share = fc.double({ min: 0.001, max: 1, noNaN: true });
  fc.assert(
    fc.property(
      fc.integer({ min: 150, max: 2_000 }),
      fc.array(share, { minLength: 1, maxLength: 40 }),
      fc.boolean(),
      (roomPx, shares, isDragged) => {
        const heights = studyPaneHeights(roomPx, shares, { isDragged });
        expect(sum(heights)).toBeLessThanOrEqual(roomPx - MIN_MAIN_HEIGHT_PX);
        expect(Math.min(...heights)).toBeGreaterThanOrEqual(leastStudyPx(roomPx, shares.length));
      },
    ),
  );
});

it('are the chosen shares where they fit', () => {
  expect(studyPaneHeights(1_000, [0.13, 0.14, 0.13], { isDragged: false })).toEqual([
    130, 140, 130,
  ]);
  expect(studyPaneHeights(1_000, [0.5], { isDragged: true })).toEqual([500]);
  expect(studyPaneHeights(1_000, [0.13], { isDragged: false })).toEqual([240]);
});

it('take no more than their part of the chart until the user drags a border', () => {
  expect(
    sum(studyPaneHeights(1_000, Array(8).fill(0.13), { isDragged: false })),
  ).toBeLessThanOrEqual(550);
});
