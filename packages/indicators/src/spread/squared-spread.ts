import { valueAt } from '../columns/value-at.ts';
import { LANE } from './spread-lanes.ts';

/**
 * The squared effective spread, as a fraction of price and signed, from the sums over `pairs` neighbouring bars;
 * NaN where it is undefined.
 *
 * This is the EDGE estimator of Ardia, Guidotti and Kroencke, "Efficient estimation of bid–ask spreads from open,
 * high, low, and close prices", Journal of Financial Economics 161 (2024) 103916: two estimates, each weighted by
 * the variance of the other. Their means and variances are expanded into sums of products, in which the de-meaned
 * returns d = r − moving · drift stand multiplied out.
 */
export function squaredSpread(sums: Float64Array, pairs: number): number {
  const moving = valueAt(sums, LANE.moving);
  const openInside = valueAt(sums, LANE.openInside);
  const closeInside = valueAt(sums, LANE.closeInside);
  if (!(moving >= 2) || openInside === 0 || closeInside === 0) return Number.NaN;
  const drift1 = valueAt(sums, LANE.r1) / moving;
  const drift3 = valueAt(sums, LANE.r3) / moving;
  const drift5 = valueAt(sums, LANE.r5) / moving;
  const r4r5 = valueAt(sums, LANE.r4r5);

  const d1r2 = valueAt(sums, LANE.r1r2) - drift1 * valueAt(sums, LANE.movingR2);
  const d3r4 = valueAt(sums, LANE.r3r4) - drift3 * valueAt(sums, LANE.movingR4);
  const d1r5 = valueAt(sums, LANE.r1r5) - drift1 * valueAt(sums, LANE.r5);
  const d5r4 = r4r5 - drift5 * valueAt(sums, LANE.movingR4);

  const d1r2Squares =
    valueAt(sums, LANE.r1r1r2r2) -
    2 * drift1 * valueAt(sums, LANE.r1r2r2) +
    drift1 * drift1 * valueAt(sums, LANE.movingR2r2);
  const d1r2d3r4 =
    valueAt(sums, LANE.r1r2r3r4) -
    drift3 * valueAt(sums, LANE.r1r2r4) -
    drift1 * valueAt(sums, LANE.r2r3r4) +
    drift1 * drift3 * valueAt(sums, LANE.movingR2r4);
  const d3r4Squares =
    valueAt(sums, LANE.r3r3r4r4) -
    2 * drift3 * valueAt(sums, LANE.r3r4r4) +
    drift3 * drift3 * valueAt(sums, LANE.movingR4r4);
  const d1r5Squares =
    valueAt(sums, LANE.r1r1r5r5) -
    2 * drift1 * valueAt(sums, LANE.r1r5r5) +
    drift1 * drift1 * valueAt(sums, LANE.r5r5);
  const d1r5d5r4 =
    valueAt(sums, LANE.r1r4r5r5) -
    drift5 * valueAt(sums, LANE.r1r4r5) -
    drift1 * valueAt(sums, LANE.r4r5r5) +
    drift1 * drift5 * r4r5;
  const d5r4Squares =
    valueAt(sums, LANE.r4r4r5r5) -
    2 * drift5 * valueAt(sums, LANE.r4r4r5) +
    drift5 * drift5 * valueAt(sums, LANE.movingR4r4);

  // The factors −4/p of the estimator, with p a mean over the pairs and each estimate a mean again.
  const byOpen = -4 / openInside;
  const byClose = -4 / closeInside;
  const mean1 = byOpen * d1r2 + byClose * d3r4;
  const mean2 = byOpen * d1r5 + byClose * d5r4;
  const variance1 = varianceOf(mean1, pairs, byOpen, byClose, d1r2Squares, d1r2d3r4, d3r4Squares);
  const variance2 = varianceOf(mean2, pairs, byOpen, byClose, d1r5Squares, d1r5d5r4, d5r4Squares);
  const variance = variance1 + variance2;
  return variance > 0 ? (variance2 * mean1 + variance1 * mean2) / variance : (mean1 + mean2) / 2;
}

/** Variance of an estimate; never below zero, which rounding would let the weights run away with. */
function varianceOf(
  mean: number,
  pairs: number,
  byOpen: number,
  byClose: number,
  openSquares: number,
  products: number,
  closeSquares: number,
): number {
  const meanOfSquares =
    pairs *
    (byOpen * byOpen * openSquares +
      2 * byOpen * byClose * products +
      byClose * byClose * closeSquares);
  return Math.max(0, meanOfSquares - mean * mean);
}
