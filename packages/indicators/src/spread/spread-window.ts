import type { Columns } from '../columns/columns.ts';
import { chunkColumn } from '../windows/chunk.ts';
import { PairSums } from './pair-sums.ts';
import { type Pairs, writePairTerms } from './pair-terms.ts';
import { readPairs } from './read-pairs.ts';
import { squaredSpread } from './squared-spread.ts';

/** The squared spread over the last `length` bars, as a fraction of price and signed. */
export class SpreadWindow {
  /** Of the chunk taken last; NaN until `length` bars were given and where the estimator is undefined. */
  readonly squared = chunkColumn();
  private readonly pairCount: number;
  private readonly sums: PairSums;
  private readonly pairs: Pairs = {
    a: chunkColumn(),
    b: chunkColumn(),
    c: chunkColumn(),
    moving: chunkColumn(),
    openInside: chunkColumn(),
    closeInside: chunkColumn(),
  };

  constructor(length: number) {
    this.pairCount = length - 1;
    this.sums = new PairSums(this.pairCount);
  }

  /** Takes a chunk of bars, the first of which is the last of the chunk before. */
  advance(columns: Columns, from: number, count: number): void {
    const { sums, pairs, squared, pairCount } = this;
    const skipped = from === 0 ? 1 : 0; // The very first bar has none before it.
    squared[0] = Number.NaN;
    readPairs(columns, from + skipped, count - skipped, pairs);
    for (let index = 0; index < count - skipped; index += 1) {
      if (index > 0) sums.keep();
      writePairTerms(sums.rows, sums.row, pairs, index);
      sums.offer();
      squared[index + skipped] = squaredSpread(sums.sums, pairCount);
    }
  }
}
