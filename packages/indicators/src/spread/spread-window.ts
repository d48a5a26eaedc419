import type { Columns } from '../columns/columns.ts';
import { CHUNK_BARS, chunkColumn } from '../windows/chunk.ts';
import { PairSums } from './pair-sums.ts';
import { roomForPairs } from './pairs.ts';
import { readPairs } from './read-pairs.ts';

/** The squared spread over the last `length` bars, as a fraction of price and signed. */
export class SpreadWindow {
  /** Of the chunk taken last; NaN until `length` bars were given and where the estimator is undefined. */
  readonly squared = chunkColumn();
  private readonly sums: PairSums;
  private readonly pairs = roomForPairs(CHUNK_BARS);

  constructor(length: number) {
    this.sums = new PairSums(length - 1);
  }

  /** Takes a chunk of bars, the first of which is the last of the chunk before. */
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
