/**
 * What is summed over the pairs of neighbouring bars to estimate the spread. Of the estimator's five log returns
 * three are independent, for r₂ = r₄ + r₅ and r₃ = r₁ + r₅; so its sums are those of the products of
 *
 *     a = r₁ = mid − open        b = r₄ = close₁ − mid₁        c = r₅ = open − close₁
 *
 * where ₁ is the older bar, mid the middle of high and low, all in logarithms. `moving` (τ) is 1 for a pair with any
 * movement, else 0. A pair without has a = c = 0, so that only the powers of b alone need the factor.
 */
export const LANE = {
  moving: 0,
  /** How often the open is not the high, and not the low, over moving pairs. */
  openInside: 1,
  /** The same of the older bar's close. */
  closeInside: 2,
  a: 3,
  movingB: 4,
  c: 5,
  ab: 6,
  ac: 7,
  bc: 8,
  movingBb: 9,
  cc: 10,
  abc: 11,
  abb: 12,
  acc: 13,
  bbc: 14,
  bcc: 15,
  aabb: 16,
  aacc: 17,
  bbcc: 18,
  aabc: 19,
  abbc: 20,
  abcc: 21,
} as const;

export const LANE_COUNT = 22;
