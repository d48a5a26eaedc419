import { valueAt } from '../columns/value-at.ts';
import { LANE } from './spread-lanes.ts';

/** Nothing but rounding remains of a variance below this share of the mean square. */
const ROUNDING_SHARE = 1e-12;

/**
 * The squared effective spread, as a fraction of price and signed, from the sums over `pairs` pairs of neighbouring
 * bars; NaN where it is undefined.
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
export function squaredSpread(sums: Float64Array, pairs: number): number {
  const moving = valueAt(sums, LANE.moving);
  const openInside = valueAt(sums, LANE.openInside);
  const closeInside = valueAt(sums, LANE.closeInside);
  if (!(moving >= 2) || openInside === 0 || closeInside === 0) return Number.NaN;
  const c = valueAt(sums, LANE.c);
  const ac = valueAt(sums, LANE.ac);
  const bc = valueAt(sums, LANE.bc);
  const abb = valueAt(sums, LANE.abb);
  const abc = valueAt(sums, LANE.abc);
  const bbc = valueAt(sums, LANE.bbc);
  const movingB = valueAt(sums, LANE.movingB);
  const movingBb = valueAt(sums, LANE.movingBb);
  const driftA = valueAt(sums, LANE.a) / moving;
  const driftC = c / moving;

  const pb = valueAt(sums, LANE.ab) - driftA * movingB;
  const pc = ac - driftA * c;
  const qb = bc - driftC * movingB;
  const pbPb = valueAt(sums, LANE.aabb) - 2 * driftA * abb + driftA * driftA * movingBb;
  const pbPc = valueAt(sums, LANE.aabc) - 2 * driftA * abc + driftA * driftA * bc;
  const pbQb = valueAt(sums, LANE.abbc) - driftC * abb - driftA * bbc + driftA * driftC * movingBb;
  const pcPc =
    valueAt(sums, LANE.aacc) -
    2 * driftA * valueAt(sums, LANE.acc) +
    driftA * driftA * valueAt(sums, LANE.cc);
  const pcQb =
    valueAt(sums, LANE.abcc) -
    driftC * abc -
    driftA * valueAt(sums, LANE.bcc) +
    driftA * driftC * bc;
  const qbQb = valueAt(sums, LANE.bbcc) - 2 * driftC * bbc + driftC * driftC * movingBb;

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

/**
 * Exactly zero where all estimates are the same, as in a market that swings evenly. Left to rounding, weights would
 * be made of noise there, and the spread would hang on where the history starts.
 */
function varianceOf(mean: number, meanOfSquares: number): number {
  const variance = meanOfSquares - mean * mean;
  return variance > ROUNDING_SHARE * meanOfSquares ? variance : 0;
}
