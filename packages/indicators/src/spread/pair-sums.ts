import { LANE_COUNT } from './spread-lanes.ts';

/**
 * Sums of every lane over the last `width` pairs, by the same blocks as `WindowSum`: the tail of one block plus
 * the head of the next, nothing ever subtracted. The terms of a pair are written into `rows` from `row` on, then
 * `offer` sums with them, any number of times; `keep` makes them final and moves `row` on.
 */
export class PairSums {
  /** Before `row` the terms of this block, from there on the tail sums of the one before; zeros past the end. */
  readonly rows: Float64Array;
  /** What `offer` found, one a lane; NaN until `width` pairs were given. */
  readonly sums = new Float64Array(LANE_COUNT);
  /** Where the terms of the next pair belong. */
  row = 0;
  private readonly endRow: number;
  private head = new Float64Array(LANE_COUNT);
  private nextHead = new Float64Array(LANE_COUNT);

  constructor(width: number) {
    this.endRow = width * LANE_COUNT;
    this.rows = new Float64Array(this.endRow + LANE_COUNT).fill(Number.NaN, 0, this.endRow);
  }

  /** Sums with the terms at `row` as the newest. */
  offer(): void {
    const { rows, row, sums, head, nextHead } = this;
    for (let lane = 0; lane < LANE_COUNT; lane += 1) {
      const sum = (head[lane] ?? Number.NaN) + (rows[row + lane] ?? Number.NaN);
      nextHead[lane] = sum;
      sums[lane] = (rows[row + LANE_COUNT + lane] ?? Number.NaN) + sum;
    }
  }

  /** Makes the terms at `row` final. */
  keep(): void {
    const spare = this.head;
    this.head = this.nextHead;
    this.nextHead = spare;
    this.row += LANE_COUNT;
    if (this.row === this.endRow) this.turnIntoTails();
  }

  private turnIntoTails(): void {
    const { rows } = this;
    for (let index = this.endRow - LANE_COUNT - 1; index >= 0; index -= 1) {
      rows[index] = (rows[index] ?? Number.NaN) + (rows[index + LANE_COUNT] ?? Number.NaN);
    }
    this.row = 0;
    this.head.fill(0);
  }
}
