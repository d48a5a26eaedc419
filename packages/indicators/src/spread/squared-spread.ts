/** Pairs of neighbouring bars: their three log returns and their flags of movement. See `squaredSpread`. */
export type Pairs = {
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly c: Float64Array;
  readonly moving: Float64Array;
  readonly openInside: Float64Array;
  readonly closeInside: Float64Array;
};

export function roomForPairs(count: number): Pairs {
  const column = () => new Float64Array(count);
  return {
    a: column(),
    b: column(),
    c: column(),
    moving: column(),
    openInside: column(),
    closeInside: column(),
  };
}

export function copyPair(from: Pairs, fromIndex: number, to: Pairs, toIndex: number): void {
  to.a[toIndex] = Number(from.a[fromIndex]);
  to.b[toIndex] = Number(from.b[fromIndex]);
  to.c[toIndex] = Number(from.c[fromIndex]);
  to.moving[toIndex] = Number(from.moving[fromIndex]);
  to.openInside[toIndex] = Number(from.openInside[fromIndex]);
  to.closeInside[toIndex] = Number(from.closeInside[fromIndex]);
}

/*
 * The spread is estimated from sums over the pairs of neighbouring bars. Three of the estimator's five log returns are
 * independent, for r₂ = r₄ + r₅ and r₃ = r₁ + r₅; so its sums are those of the products of
 *
 *     a = r₁ = mid − open        b = r₄ = close₁ − mid₁        c = r₅ = open − close₁
 *
 * where ₁ is the older bar, mid the middle of high and low, all in logarithms. `moving` (τ) is 1 for a pair with any
 * movement, else 0. A pair without it has a = c = 0, so that only the powers of b alone need the factor.
 *
 * Each sum has a lane, a fixed place in a row. The lanes are constants of this file, next to the loops that use them:
 * imported constants and object members make these loops a tenth to a fifth slower (measured).
 */
const MOVING = 0;
const OPEN_INSIDE = 1;
const CLOSE_INSIDE = 2;
const A = 3;
const MOVING_B = 4;
const C = 5;
const AB = 6;
const AC = 7;
const BC = 8;
const MOVING_BB = 9;
const CC = 10;
const ABC = 11;
const ABB = 12;
const ACC = 13;
const BBC = 14;
const BCC = 15;
const AABB = 16;
const AACC = 17;
const BBCC = 18;
const AABC = 19;
const ABBC = 20;
const ABCC = 21;

/** The number of sums in a row. */
export const LANE_COUNT = 22;

/**
 * Adds one pair to every lane: reads the sums that start at `row` of `from` and writes those that start at `at` of
 * `sums`. Spelled out lane by lane because the terms share their factors.
 */
export function addPair(
  from: Float64Array,
  row: number,
  pairs: Pairs,
  index: number,
  sums: Float64Array,
  at: number,
): void {
  const a = Number(pairs.a[index]);
  const b = Number(pairs.b[index]);
  const c = Number(pairs.c[index]);
  const moving = Number(pairs.moving[index]);
  const openInside = Number(pairs.openInside[index]);
  const closeInside = Number(pairs.closeInside[index]);
  const ab = a * b;
  const ac = a * c;
  const bc = b * c;
  const movingB = moving * b;
  sums[at + MOVING] = Number(from[row + MOVING]) + moving;
  sums[at + OPEN_INSIDE] = Number(from[row + OPEN_INSIDE]) + openInside;
  sums[at + CLOSE_INSIDE] = Number(from[row + CLOSE_INSIDE]) + closeInside;
  sums[at + A] = Number(from[row + A]) + a;
  sums[at + MOVING_B] = Number(from[row + MOVING_B]) + movingB;
  sums[at + C] = Number(from[row + C]) + c;
  sums[at + AB] = Number(from[row + AB]) + ab;
  sums[at + AC] = Number(from[row + AC]) + ac;
  sums[at + BC] = Number(from[row + BC]) + bc;
  sums[at + MOVING_BB] = Number(from[row + MOVING_BB]) + movingB * b;
  sums[at + CC] = Number(from[row + CC]) + c * c;
  sums[at + ABC] = Number(from[row + ABC]) + ab * c;
  sums[at + ABB] = Number(from[row + ABB]) + ab * b;
  sums[at + ACC] = Number(from[row + ACC]) + ac * c;
  sums[at + BBC] = Number(from[row + BBC]) + bc * b;
  sums[at + BCC] = Number(from[row + BCC]) + bc * c;
  sums[at + AABB] = Number(from[row + AABB]) + ab * ab;
  sums[at + AACC] = Number(from[row + AACC]) + ac * ac;
  sums[at + BBCC] = Number(from[row + BBCC]) + bc * bc;
  sums[at + AABC] = Number(from[row + AABC]) + ab * ac;
  sums[at + ABBC] = Number(from[row + ABBC]) + ab * bc;
  sums[at + ABCC] = Number(from[row + ABCC]) + ac * bc;
}

/** A variance below this share of the mean square is rounding noise. */
const ROUNDING_SHARE = 1e-12;

/**
 * The squared effective spread, as a fraction of price and signed, from the sums over `pairs` pairs of neighbouring
 * bars, each in two parts: one at `row` of `tails`, one in `head`. NaN if it is undefined.
 *
 * This is the EDGE estimator of Ardia, Guidotti and Kroencke, "Efficient estimation of bid–ask spreads from open,
 * high, low, and close prices", Journal of Financial Economics 161 (2024) 103916: two estimates, each weighted by
 * the variance of the other. With a and c cleared of their drift, p = a − τ·driftA and q = c − τ·driftC, and with
 * the factors −4/p_o and −4/p_c of the estimator as `byOpen` and `byClose`, they are the means of
 *
 *     x₂ = byOpen·pc + byClose·qb        x₁ = x₂ + (byOpen + byClose)·pb
 *
 * Their means and mean squares, multiplied out, are sums of the lanes.
 */
export function squaredSpread(
  tails: Float64Array,
  row: number,
  head: Float64Array,
  pairs: number,
): number {
  const moving = sum(tails, row, head, MOVING);
  const openInside = sum(tails, row, head, OPEN_INSIDE);
  const closeInside = sum(tails, row, head, CLOSE_INSIDE);
  if (!(moving >= 2) || openInside === 0 || closeInside === 0) return Number.NaN;
  const c = sum(tails, row, head, C);
  const ac = sum(tails, row, head, AC);
  const bc = sum(tails, row, head, BC);
  const abb = sum(tails, row, head, ABB);
  const abc = sum(tails, row, head, ABC);
  const bbc = sum(tails, row, head, BBC);
  const movingB = sum(tails, row, head, MOVING_B);
  const movingBb = sum(tails, row, head, MOVING_BB);
  const driftA = sum(tails, row, head, A) / moving;
  const driftC = c / moving;

  const pb = sum(tails, row, head, AB) - driftA * movingB;
  const pc = ac - driftA * c;
  const qb = bc - driftC * movingB;
  const pbPb = sum(tails, row, head, AABB) - 2 * driftA * abb + driftA * driftA * movingBb;
  const pbPc = sum(tails, row, head, AABC) - 2 * driftA * abc + driftA * driftA * bc;
  const pbQb =
    sum(tails, row, head, ABBC) - driftC * abb - driftA * bbc + driftA * driftC * movingBb;
  const pcPc =
    sum(tails, row, head, AACC) -
    2 * driftA * sum(tails, row, head, ACC) +
    driftA * driftA * sum(tails, row, head, CC);
  const pcQb =
    sum(tails, row, head, ABCC) -
    driftC * abc -
    driftA * sum(tails, row, head, BCC) +
    driftA * driftC * bc;
  const qbQb = sum(tails, row, head, BBCC) - 2 * driftC * bbc + driftC * driftC * movingBb;

  // p_o and p_c are means over the pairs, and so is each estimate: the number of pairs cancels in the means.
  const byOpen = -4 / openInside;
  const byClose = -4 / closeInside;
  const byBoth = byOpen + byClose;
  const mean2 = byOpen * pc + byClose * qb;
  const mean1 = mean2 + byBoth * pb;
  const squares2 = byOpen * byOpen * pcPc + 2 * byOpen * byClose * pcQb + byClose * byClose * qbQb;
  const squares1 =
    squares2 + 2 * byBoth * (byOpen * pbPc + byClose * pbQb) + byBoth * byBoth * pbPb;
  const variance1 = varianceOf(mean1, pairs * squares1);
  const variance2 = varianceOf(mean2, pairs * squares2);
  const variance = variance1 + variance2;
  return variance > 0 ? (variance2 * mean1 + variance1 * mean2) / variance : (mean1 + mean2) / 2;
}

function sum(tails: Float64Array, row: number, head: Float64Array, lane: number): number {
  return Number(tails[row + lane]) + Number(head[lane]);
}

/**
 * Exactly zero if all estimates are equal, as in a market that swings evenly. Rounding alone would make weights of
 * noise, and the spread would depend on where the history starts.
 */
function varianceOf(mean: number, meanOfSquares: number): number {
  const variance = meanOfSquares - mean * mean;
  return variance > ROUNDING_SHARE * meanOfSquares ? variance : 0;
}
