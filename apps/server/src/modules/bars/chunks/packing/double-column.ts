import type { BitReader } from '../bits/bit-reader.ts';
import type { BitWriter } from '../bits/bit-writer.ts';
import { decodeNumbers, encodeNumbers } from '../bits/number-column.ts';

/** The bits of doubles as words: the low one of each first. */
function wordsOf(doubles: Float64Array): Uint32Array {
  return new Uint32Array(doubles.buffer, doubles.byteOffset, doubles.length * 2);
}

/** Doubles bit by bit, for numbers that are no decimals: what changes in their upper halves, and the lower halves. */
export function encodeDoubles(writer: BitWriter, doubles: Float64Array): void {
  const words = wordsOf(doubles);
  const upper = new Float64Array(doubles.length);
  const lower = new Float64Array(doubles.length);
  let before = 0;
  for (let i = 0; i < doubles.length; i++) {
    const word = words[2 * i + 1] ?? 0;
    upper[i] = word - before;
    lower[i] = words[2 * i] ?? 0;
    before = word;
  }
  encodeNumbers(writer, upper, doubles.length);
  encodeNumbers(writer, lower, doubles.length);
}

/** Reads as many doubles as there is room for. */
export function decodeDoubles(reader: BitReader, into: Float64Array): void {
  const upper = decodeNumbers(reader, into.length);
  const lower = decodeNumbers(reader, into.length);
  const words = wordsOf(into);
  let word = 0;
  for (let i = 0; i < into.length; i++) {
    word += upper[i] ?? 0;
    words[2 * i + 1] = word;
    words[2 * i] = lower[i] ?? 0;
  }
}
