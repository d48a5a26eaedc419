import { type Lengths, MOST_BITS } from './bit-length.ts';
import type { BitWriter } from './bit-writer.ts';
import type { LengthTable } from './length-table.ts';

const WORD_BITS = 16;

/** Takes down a number that is longer than a word. */
function writeLong(writer: BitWriter, value: number, rank: number, table: LengthTable): void {
  writer.zeros(rank, table.mostZeros);
  writer.bits(value < 0 ? 1 : 0, table.signBits[rank] ?? 0);
  writer.wideBits(value < 0 ? -value : value, table.valueBits[rank] ?? 0);
}

/** By length: the one that ends the zeros, in its place, the bits up to the value, and all bits. */
function codesOf({ mostZeros, prefixBits, signBits, valueBits }: LengthTable, ranks: Uint8Array) {
  const ends = new Int32Array(MOST_BITS + 1);
  const headBits = new Uint8Array(MOST_BITS + 1);
  const allBits = new Uint8Array(MOST_BITS + 1);
  for (let length = 0; length <= MOST_BITS; length++) {
    const rank = ranks[length] ?? 0;
    ends[length] = rank < Math.min(mostZeros, WORD_BITS) ? 1 << rank : 0;
    headBits[length] = (prefixBits[rank] ?? 0) + (signBits[rank] ?? 0);
    allBits[length] = (headBits[length] ?? 0) + (valueBits[rank] ?? 0);
  }
  return { ends, headBits, allBits };
}

/**
 * Writes numbers by a table. One loop with the writer's state in its hands: storing a million bars spends most of its
 * time here.
 */
export function writeNumbers(
  writer: BitWriter,
  numbers: Float64Array,
  { each }: Lengths,
  table: LengthTable,
): void {
  const { ends, headBits, allBits } = codesOf(table, table.ranks);
  const { words } = writer;
  let { at, held, heldBits } = writer;
  for (let i = 0; i < each.length; i++) {
    const value = numbers[i] ?? 0;
    const length = each[i] ?? 0;
    const bits = allBits[length] ?? 0;
    if (bits <= WORD_BITS) {
      const head = headBits[length] ?? 0;
      let code = ends[length] ?? 0;
      if (value < 0) code |= (1 << (head - 1)) | ((-value & ((1 << (bits - head)) - 1)) << head);
      else code |= (value & ((1 << (bits - head)) - 1)) << head;
      held |= code << heldBits;
      heldBits += bits;
      if (heldBits >= WORD_BITS) {
        words[at++] = held;
        held >>>= WORD_BITS;
        heldBits -= WORD_BITS;
      }
      continue;
    }
    writer.at = at;
    writer.held = held;
    writer.heldBits = heldBits;
    writeLong(writer, value, table.ranks[length] ?? 0, table);
    at = writer.at;
    held = writer.held;
    heldBits = writer.heldBits;
  }
  writer.at = at;
  writer.held = held;
  writer.heldBits = heldBits;
}
