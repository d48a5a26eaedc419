import { chunkColumn } from './chunk.ts';
import { WindowMax } from './window-max.ts';

/** Highest and lowest of the last `length` prices: resistance and support. */
export class Channel {
  /** Of the chunk taken last; NaN until `length` prices were given. */
  readonly resistance = chunkColumn();
  /** Of the chunk taken last; NaN until `length` prices were given. */
  readonly support = chunkColumn();
  private readonly highs: WindowMax;
  private readonly negatedLows: WindowMax;

  constructor(length: number) {
    this.highs = new WindowMax(length);
    this.negatedLows = new WindowMax(length);
  }

  /** Takes a chunk of prices, the first of which is the last of the chunk before. */
  advance(prices: Float64Array, count: number): void {
    this.highs.advance(prices, this.resistance, count);
    negate(prices, this.support, count);
    this.negatedLows.advance(this.support, this.support, count);
    negate(this.support, this.support, count);
  }
}

function negate(values: Float64Array, negated: Float64Array, count: number): void {
  for (let index = 0; index < count; index += 1) negated[index] = -(values[index] ?? Number.NaN);
}
