import { valueAt } from '../columns/value-at.ts';

/**
 * Many window sums side by side, one a lane, by the same rule as `WindowSum`: the tail of one block plus the head
 * of the next, offered first and then kept.
 */
export class WindowSums {
  /** Where the next bar's terms are written before `offer`, one a lane. */
  readonly terms: Float64Array;
  /** What `offer` found, one a lane; NaN until `width` bars were given. */
  readonly sums: Float64Array;
  private readonly width: number;
  private readonly lanes: number;
  /** One row of lanes a bar of the block, then a row of zeros past its end. */
  private readonly rows: Float64Array;
  private head: Float64Array;
  private nextHead: Float64Array;
  private position = 0;

  constructor(width: number, lanes: number) {
    this.width = width;
    this.lanes = lanes;
    this.terms = new Float64Array(lanes);
    this.sums = new Float64Array(lanes);
    this.head = new Float64Array(lanes);
    this.nextHead = new Float64Array(lanes);
    this.rows = new Float64Array((width + 1) * lanes).fill(Number.NaN, 0, width * lanes);
  }

  /** Finds the sums with `terms` as the newest bar's. */
  offer(): void {
    const { terms, sums, rows, head, nextHead, lanes } = this;
    const row = this.position * lanes;
    const tail = row + lanes;
    for (let lane = 0; lane < lanes; lane += 1) {
      const term = valueAt(terms, lane);
      const sum = valueAt(head, lane) + term;
      rows[row + lane] = term;
      nextHead[lane] = sum;
      sums[lane] = valueAt(rows, tail + lane) + sum;
    }
  }

  /** Makes the terms offered last final. */
  keep(): void {
    const spare = this.head;
    this.head = this.nextHead;
    this.nextHead = spare;
    this.position += 1;
    if (this.position === this.width) this.startBlock();
  }

  private startBlock(): void {
    const { rows, lanes } = this;
    for (let index = (this.width - 1) * lanes - 1; index >= 0; index -= 1) {
      rows[index] = valueAt(rows, index) + valueAt(rows, index + lanes);
    }
    this.position = 0;
    this.head.fill(0);
  }
}
