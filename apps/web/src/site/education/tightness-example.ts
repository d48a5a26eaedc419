/** A channel of gold and its tightness as printed in the guide; a test recomputes it. */
export const TIGHTNESS_EXAMPLE = {
  day: '2019-06-10',
  length: 10,
  resistance: 1340.24,
  support: 1279.4,
  range: 60.84,
  middle: 1309.82,
  percent: 4.64,
} as const;

/** Short-term tightness of gold at the default length, on days the guide names. */
export const TIGHT_DAYS = [
  { day: '2019-04-17', percent: 3.72 },
  { day: '2019-05-10', percent: 1.56 },
  { day: '2019-05-30', percent: 2.05 },
  { day: '2019-06-13', percent: 5.23 },
  { day: '2019-06-25', percent: 10.58 },
] as const;
