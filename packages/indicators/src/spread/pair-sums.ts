import { copyPair, type Pairs, roomForPairs } from './pairs.ts';
import { addPair, LANE_COUNT, squaredSpread } from './squared-spread.ts';

/**
 * Sums of every lane over the last `width` pairs, by the same blocks as `WindowSum`: the tail of one block plus
 * the head of the next, nothing ever subtracted. A pair is first offered, any number of times while its bar moves,
 * then kept.
 */
export class PairSums {
  private readonly width: number;
  /** The pairs of the block under way. */
  private readonly block: Pairs;
  /** A row of lanes for each place of the block before: the sums from there to its end, zeros past it. */
  private readonly tails: Float64Array;
  private head = new Float64Array(LANE_COUNT);
  private nextHead = new Float64Array(LANE_COUNT);
  private position = 0;

  constructor(width: number) {
    this.width = width;
    this.block = roomForPairs(width);
    this.tails = new Float64Array((width + 1) * LANE_COUNT).fill(Number.NaN, 0, width * LANE_COUNT);
  }

  /** Sums with this pair as the newest. */
  offer(pairs: Pairs, index: number): void {
    copyPair(pairs, index, this.block, this.position);
    addPair(this.head, 0, pairs, index, this.nextHead, 0);
  }

  /** The squared spread over the window; NaN until `width` pairs were given, and where it is undefined. */
  squaredSpread(): number {
    return squaredSpread(this.tails, (this.position + 1) * LANE_COUNT, this.nextHead, this.width);
  }

  /** Makes the pair offered last final. */
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
