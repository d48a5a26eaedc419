import { LANE } from './spread-lanes.ts';

/** One pair of neighbouring bars: its three log returns and what its prices say of movement. See `LANE`. */
export type Pairs = {
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly c: Float64Array;
  readonly moving: Float64Array;
  readonly openInside: Float64Array;
  readonly closeInside: Float64Array;
};

/** Writes what a pair adds to each lane, from a row of `rows` on. */
export function writePairTerms(rows: Float64Array, row: number, pairs: Pairs, index: number): void {
  const a = pairs.a[index] ?? Number.NaN;
  const b = pairs.b[index] ?? Number.NaN;
  const c = pairs.c[index] ?? Number.NaN;
  const moving = pairs.moving[index] ?? Number.NaN;
  const ab = a * b;
  const ac = a * c;
  const bc = b * c;
  const movingB = moving * b;
  rows[row + LANE.moving] = moving;
  rows[row + LANE.openInside] = pairs.openInside[index] ?? Number.NaN;
  rows[row + LANE.closeInside] = pairs.closeInside[index] ?? Number.NaN;
  rows[row + LANE.a] = a;
  rows[row + LANE.movingB] = movingB;
  rows[row + LANE.c] = c;
  rows[row + LANE.ab] = ab;
  rows[row + LANE.ac] = ac;
  rows[row + LANE.bc] = bc;
  rows[row + LANE.movingBb] = movingB * b;
  rows[row + LANE.cc] = c * c;
  rows[row + LANE.abc] = ab * c;
  rows[row + LANE.abb] = ab * b;
  rows[row + LANE.acc] = ac * c;
  rows[row + LANE.bbc] = bc * b;
  rows[row + LANE.bcc] = bc * c;
  rows[row + LANE.aabb] = ab * ab;
  rows[row + LANE.aacc] = ac * ac;
  rows[row + LANE.bbcc] = bc * bc;
  rows[row + LANE.aabc] = ab * ac;
  rows[row + LANE.abbc] = ab * bc;
  rows[row + LANE.abcc] = ac * bc;
}
