import { chunkColumn } from './chunk.ts';

/**
 * Highest and lowest of the last `length` prices: resistance and support. Both use the blocks of `WindowMin`, in one
 * loop.
 */
export class Channel {
  /** For the last chunk; NaN until `length` prices were given. */
  readonly resistance = chunkColumn();
  /** For the last chunk; NaN until `length` prices were given. */
  readonly support = chunkColumn();
  private readonly length: number;
  /** Before `position` the prices of this block, after it the tail maxima of the previous block. */
  private readonly highs: Float64Array;
  /** The same with tail minima. */
  private readonly lows: Float64Array;
  private position = 0;
  private headHigh = Number.NEGATIVE_INFINITY;
  private headLow = Number.POSITIVE_INFINITY;

  constructor(length: number) {
    this.length = length;
    this.highs = new Float64Array(length + 1).fill(Number.NaN);
    this.lows = new Float64Array(length + 1).fill(Number.NaN);
    this.highs[length] = Number.NEGATIVE_INFINITY;
    this.lows[length] = Number.POSITIVE_INFINITY;
  }

  /** The first price must be the last price of the previous chunk. */
  advance(prices: Float64Array, count: number): void {
    const { length, highs, lows, resistance, support } = this;
    let { position, headHigh, headLow } = this;
    let highBefore = headHigh;
    let lowBefore = headLow;
    for (let index = 0; index < count; ) {
      if (position === length) {
        this.turnIntoTails();
        position = 0;
        headHigh = Number.NEGATIVE_INFINITY;
        headLow = Number.POSITIVE_INFINITY;
      }
      const end = Math.min(count, index + length - position);
      for (; index < end; index += 1, position += 1) {
        const price = Number(prices[index]);
        highBefore = headHigh;
        lowBefore = headLow;
        headHigh = Math.max(headHigh, price);
        headLow = Math.min(headLow, price);
        highs[position] = price;
        lows[position] = price;
        resistance[index] = Math.max(Number(highs[position + 1]), headHigh);
        support[index] = Math.min(Number(lows[position + 1]), headLow);
      }
    }
    this.position = position - Math.min(1, count);
    this.headHigh = highBefore;
    this.headLow = lowBefore;
  }

  private turnIntoTails(): void {
    const { highs, lows } = this;
    let high = Number.NEGATIVE_INFINITY;
    let low = Number.POSITIVE_INFINITY;
    for (let slot = this.length - 1; slot >= 0; slot -= 1) {
      const price = Number(highs[slot]);
      high = Math.max(high, price);
      low = Math.min(low, price);
      highs[slot] = high;
      lows[slot] = low;
    }
  }
}
