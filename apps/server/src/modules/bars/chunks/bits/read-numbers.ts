import type { BitReader } from './bit-reader.ts';
import type { LengthTable } from './length-table.ts';

const WORD_BITS = 16;
/** Columns with longer prefixes or longer numbers are read step by step. */
const MOST_PREFIX_BITS = 15;
const MOST_VALUE_BITS = 30;

/** Reads a number whatever its length. */
function readLong(reader: BitReader, lengths: Uint8Array, table: LengthTable): number {
  const { mostZeros, signBits, valueBits } = table;
  const rank = reader.zeros(mostZeros);
  if (lengths[rank] === 0) return 0;
  const isNegative = reader.bits(signBits[rank] ?? 0) === 1;
  const bits = valueBits[rank] ?? 0;
  const size = 2 ** bits + reader.wideBits(bits);
  return isNegative ? -size : size;
}

/** Whether all numbers of a table are read in one loop, as those of most columns. */
function isShort({ mostZeros, valueBits }: LengthTable): boolean {
  return mostZeros < MOST_PREFIX_BITS && valueBits.every((bits) => bits <= MOST_VALUE_BITS);
}

/** What the highest bit of a number stands for, by the place of its length; 0 for the number 0. */
function highestBits(lengths: Uint8Array): Int32Array {
  return Int32Array.from(lengths, (length) => (length === 0 ? 0 : 1 << (length - 1)));
}

/** One loop with the reader's state in its hands: it makes most of the cost of an answer from stored bars. */
function readShort(
  reader: BitReader,
  into: Float64Array,
  { mostZeros, prefixBits, signBits, valueBits }: LengthTable,
  highest: Int32Array,
): void {
  const { words } = reader;
  let { at, held, heldBits } = reader;
  const lastPrefix = 1 << mostZeros;
  for (let i = 0; i < into.length; i++) {
    if (heldBits < WORD_BITS) {
      held |= (words[at++] ?? 0) << heldBits;
      heldBits += WORD_BITS;
    }
    const ended = held | lastPrefix;
    const rank = 31 - Math.clz32(ended & -ended);
    const prefix = prefixBits[rank] ?? 0;
    const signs = signBits[rank] ?? 0;
    const bits = valueBits[rank] ?? 0;
    held >>>= prefix;
    const sign = held & signs;
    held >>>= signs;
    heldBits -= prefix + signs;
    let size = highest[rank] ?? 0;
    if (bits <= heldBits) {
      size |= held & ((1 << bits) - 1);
      held >>>= bits;
      heldBits -= bits;
    } else {
      // What is at hand are the lower bits; the word that follows, or two of them, have the rest.
      size |= held;
      let have = heldBits;
      held = words[at++] ?? 0;
      heldBits = WORD_BITS;
      if (bits - have > WORD_BITS) {
        size |= held << have;
        have += WORD_BITS;
        held = words[at++] ?? 0;
      }
      const rest = bits - have;
      size |= (held & ((1 << rest) - 1)) << have;
      held >>>= rest;
      heldBits -= rest;
    }
    into[i] = (size ^ -sign) + sign;
  }
  reader.at = at;
  reader.held = held;
  reader.heldBits = heldBits;
}

/** Reads as many numbers as there is room for, by the table they were written by. */
export function readNumbers(
  reader: BitReader,
  into: Float64Array,
  lengths: Uint8Array,
  table: LengthTable,
): void {
  if (isShort(table)) {
    readShort(reader, into, table, highestBits(lengths));
    return;
  }
  for (let i = 0; i < into.length; i++) into[i] = readLong(reader, lengths, table);
}
