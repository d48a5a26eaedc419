import { bitLengthOf, lengthsOf, MOST_BITS } from './bit-length.ts';
import type { BitReader } from './bit-reader.ts';
import type { BitWriter } from './bit-writer.ts';
import { lengthTable } from './length-table.ts';
import { readNumbers } from './read-numbers.ts';
import { writeNumbers } from './write-numbers.ts';

/** A length has 53 values and zero; their count and each of them fit into six bits. */
const LENGTH_BITS = 6;
/** Most bits of one number: 53 zeros in front, a sign, 52 bits; and of the lengths before all of them. */
const MOST_BITS_A_NUMBER = 106;
const MOST_HEAD_BITS = 512;

/**
 * Writes whole numbers between −(2^53 − 1) and 2^53 − 1, not −0. Each is told by how many bits it has, its sign and
 * those bits below the first: small numbers take few. Lengths are counted by how often they occur, so that the usual
 * ones take one bit or two; where all numbers have one length it takes none.
 */
export function encodeNumbers(writer: BitWriter, numbers: Float64Array, count: number): void {
  const lengths = lengthsOf(numbers, count);
  const { occurring, hasNegative } = lengths;
  writer.reserve(count * MOST_BITS_A_NUMBER + MOST_HEAD_BITS);
  writer.bits(hasNegative ? 1 : 0, 1);
  writer.bits(occurring.length, LENGTH_BITS);
  for (const length of occurring) writer.bits(length, LENGTH_BITS);
  writeNumbers(writer, numbers, lengths, lengthTable(occurring, hasNegative));
}

/** Reads numbers that `encodeNumbers` wrote; throws a RangeError where there are fewer. */
export function decodeNumbers(reader: BitReader, count: number): Float64Array {
  const hasNegative = reader.bits(1) === 1;
  const lengths = new Uint8Array(reader.bits(LENGTH_BITS));
  for (let rank = 0; rank < lengths.length; rank++) lengths[rank] = reader.bits(LENGTH_BITS);
  if (lengths.length === 0 && count > 0) throw new RangeError('a column has no lengths');
  if (lengths.some((length) => length > MOST_BITS)) throw new RangeError('a number is too long');
  const numbers = new Float64Array(count);
  readNumbers(reader, numbers, lengths, lengthTable(lengths, hasNegative));
  reader.expectInside();
  return numbers;
}

/** Writes one whole number from 0 up. */
export function encodeNumber(writer: BitWriter, value: number): void {
  writer.reserve(MOST_BITS_A_NUMBER);
  const length = bitLengthOf(value);
  writer.bits(length, LENGTH_BITS);
  if (length > 1) writer.wideBits(value, length - 1);
}

/** Reads one number that `encodeNumber` wrote. */
export function decodeNumber(reader: BitReader): number {
  const length = reader.bits(LENGTH_BITS);
  if (length > MOST_BITS) throw new RangeError('a number is too long');
  return length === 0 ? 0 : 2 ** (length - 1) + reader.wideBits(length - 1);
}
