import type { Columns } from '../columns/columns.ts';
import { CHUNK_BARS, chunkColumn } from '../windows/chunk.ts';
import {
  addPair,
  copyPair,
  LANE_COUNT,
  type Pairs,
  roomForPairs,
  squaredSpread,
} from './squared-spread.ts';

/**
 * Reads the pairs that the bars `from` … `from + count − 1` form with their previous bars; `from` is at least 1. A
 * price that is not positive makes the returns of its pairs NaN.
 */
function readPairs(columns: Columns, from: number, count: number, into: Pairs): void {
  readMovement(columns, from, count, into);
  readReturns(columns, from, count, into);
}

function readReturns(
  { open, high, low, close }: Columns,
  from: number,
  count: number,
  { a, b, c, moving }: Pairs,
): void {
  let mid = 0;
  let logClose = 0;
  for (let index = from - 1; index < from + count; index += 1) {
    const lowest = Number(low[index]);
    // The low stands for all four prices: none is below it.
    const product = lowest > 0 ? Number(high[index]) * lowest : Number.NaN;
    const newMid = Math.log(product) / 2;
    if (index >= from) {
      const opening = Number(open[index]);
      // Most bars open at the previous close: the same price has the same logarithm.
      const logOpen = opening === close[index - 1] ? logClose : Math.log(opening);
      const offset = index - from;
      a[offset] = moving[offset] === 0 ? 0 : newMid - logOpen;
      b[offset] = logClose - mid;
      c[offset] = logOpen - logClose;
    }
    mid = newMid;
    logClose = Math.log(Number(close[index]));
  }
}

/** Prices are compared themselves, never their logarithms. */
function readMovement(
  { open, high, low, close }: Columns,
  from: number,
  count: number,
  { moving, openInside, closeInside }: Pairs,
): void {
  for (let offset = 0; offset < count; offset += 1) {
    const index = from + offset;
    const olderHigh = high[index - 1];
    const olderLow = low[index - 1];
    const olderClose = close[index - 1];
    const isMoving = high[index] !== low[index] || low[index] !== olderClose;
    const openMisses = (open[index] === high[index] ? 0 : 1) + (open[index] === low[index] ? 0 : 1);
    const closeMisses = (olderClose === olderHigh ? 0 : 1) + (olderClose === olderLow ? 0 : 1);
    moving[offset] = isMoving ? 1 : 0;
    openInside[offset] = isMoving ? openMisses : 0;
    closeInside[offset] = isMoving ? closeMisses : 0;
  }
}

/**
 * Sums of every lane over the last `width` pairs, in the blocks of `WindowSum`: the tail of one block plus the head of
 * the next, without subtraction. A pair is offered any number of times while its bar changes, then kept.
 */
class PairSums {
  private readonly width: number;
  /** The pairs of the present block. */
  private readonly block: Pairs;
  /** A row of lanes for each place of the previous block: the sums from there to its end, zeros past it. */
  private readonly tails: Float64Array;
  private head = new Float64Array(LANE_COUNT);
  private nextHead = new Float64Array(LANE_COUNT);
  private position = 0;

  constructor(width: number) {
    this.width = width;
    this.block = roomForPairs(width);
    this.tails = new Float64Array((width + 1) * LANE_COUNT).fill(Number.NaN, 0, width * LANE_COUNT);
  }

  /** Sets the newest pair. */
  offer(pairs: Pairs, index: number): void {
    copyPair(pairs, index, this.block, this.position);
    addPair(this.head, 0, pairs, index, this.nextHead, 0);
  }

  /** The squared spread over the window; NaN until `width` pairs were given, and if it is undefined. */
  squaredSpread(): number {
    return squaredSpread(this.tails, (this.position + 1) * LANE_COUNT, this.nextHead, this.width);
  }

  /** Makes the last offered pair final. */
  keep(): void {
    const spare = this.head;
    this.head = this.nextHead;
    this.nextHead = spare;
    this.position += 1;
    if (this.position === this.width) this.startBlock();
  }

  private startBlock(): void {
    const { block, tails } = this;
    for (let place = this.width - 1; place >= 0; place -= 1) {
      addPair(tails, (place + 1) * LANE_COUNT, block, place, tails, place * LANE_COUNT);
    }
    this.position = 0;
    this.head.fill(0);
  }
}

/** The squared spread over the last `length` bars, as a signed fraction of price. */
export class SpreadWindow {
  /** For the last chunk; NaN until `length` bars were given, and if the estimator is undefined. */
  readonly squared = chunkColumn();
  private readonly sums: PairSums;
  private readonly pairs = roomForPairs(CHUNK_BARS);

  constructor(length: number) {
    this.sums = new PairSums(length - 1);
  }

  /** The first bar must be the last bar of the previous chunk. */
  advance(columns: Columns, from: number, count: number): void {
    const { sums, pairs, squared } = this;
    const skipped = from === 0 ? 1 : 0; // The very first bar has none before it.
    squared[0] = Number.NaN;
    readPairs(columns, from + skipped, count - skipped, pairs);
    for (let index = 0; index < count - skipped; index += 1) {
      if (index > 0) sums.keep();
      sums.offer(pairs, index);
      squared[index + skipped] = sums.squaredSpread();
    }
  }
}
