/**
 * The window sums from which the spread is estimated, one lane each. Names say what is summed over the pairs of
 * neighbouring bars: r1 … r5 are the log returns of the estimator, `moving` is 1 for a pair with any movement.
 * Where a pair does not move, r1, r3 and r5 are zero; so only products without them need the factor `moving`.
 */
export const LANE = {
  moving: 0,
  openInside: 1,
  closeInside: 2,
  r1: 3,
  r3: 4,
  r5: 5,
  movingR2: 6,
  movingR4: 7,
  r1r2: 8,
  r3r4: 9,
  r1r5: 10,
  r4r5: 11,
  r1r2r2: 12,
  r1r1r2r2: 13,
  movingR2r2: 14,
  r1r2r4: 15,
  r2r3r4: 16,
  r1r2r3r4: 17,
  movingR2r4: 18,
  r3r4r4: 19,
  r3r3r4r4: 20,
  movingR4r4: 21,
  r1r5r5: 22,
  r1r1r5r5: 23,
  r5r5: 24,
  r1r4r5: 25,
  r4r5r5: 26,
  r1r4r5r5: 27,
  r4r4r5: 28,
  r4r4r5r5: 29,
} as const;

export const LANE_COUNT = Object.keys(LANE).length;
