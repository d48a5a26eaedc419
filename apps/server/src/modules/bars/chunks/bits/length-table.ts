import { MOST_BITS } from './bit-length.ts';

/**
 * How the numbers of a column are told, each thing by the place of a length among those that occur: so many zeros and
 * a one that ends them, the last one aside, then a sign where the column has any, then the bits below the first.
 */
export type LengthTable = {
  /** Zeros of the last place. */
  mostZeros: number;
  prefixBits: Uint8Array;
  signBits: Uint8Array;
  valueBits: Uint8Array;
  /** The place of each length. */
  ranks: Uint8Array;
};

/** The table of a column whose numbers have these lengths, the most frequent first. */
export function lengthTable(lengths: Uint8Array, hasNegative: boolean): LengthTable {
  const mostZeros = Math.max(0, lengths.length - 1);
  const size = Math.max(1, lengths.length);
  const table = {
    mostZeros,
    prefixBits: new Uint8Array(size),
    signBits: new Uint8Array(size),
    valueBits: new Uint8Array(size),
    ranks: new Uint8Array(MOST_BITS + 1),
  };
  for (const [rank, length] of lengths.entries()) {
    table.prefixBits[rank] = rank < mostZeros ? rank + 1 : rank;
    table.signBits[rank] = hasNegative && length > 0 ? 1 : 0;
    table.valueBits[rank] = Math.max(0, length - 1);
    table.ranks[length] = rank;
  }
  return table;
}
