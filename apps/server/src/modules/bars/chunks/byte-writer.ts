import { shuffleBytes } from './byte-planes.ts';

/** Six columns of doubles, and a few bytes beside each: no packing is larger. */
const MOST_BYTES_A_BAR = 64;
const SPARE_BYTES = 1_024;

/** Puts packed columns one behind the other into one room. */
export class ByteWriter {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bars: number) {
    this.#bytes = Buffer.allocUnsafe(bars * MOST_BYTES_A_BAR + SPARE_BYTES);
    this.count(bars);
  }

  byte(value: number): void {
    this.#bytes[this.#at++] = value;
  }

  /** A number of things, from 0. */
  count(value: number): void {
    this.#at = this.#bytes.writeUInt32LE(value, this.#at);
  }

  double(value: number): void {
    this.#at = this.#bytes.writeDoubleLE(value, this.#at);
  }

  /** A column as it is, in planes of bytes. */
  doubles(column: Float64Array, length: number): void {
    const bytes = new Uint8Array(column.buffer, column.byteOffset, length * 8);
    this.#bytes.set(shuffleBytes(bytes, 8), this.#at);
    this.#at += bytes.length;
  }

  /** Signed numbers, folded so that small ones of either sign have zeros in front, in four planes of bytes. */
  wholes(column: Int32Array): void {
    const { length } = column;
    const bytes = this.#bytes;
    let first = this.#at;
    let second = first + length;
    let third = second + length;
    let fourth = third + length;
    for (let i = 0; i < length; i++) {
      const value = column[i] ?? 0;
      const folded = (value << 1) ^ (value >> 31);
      bytes[first++] = folded;
      bytes[second++] = folded >>> 8;
      bytes[third++] = folded >>> 16;
      bytes[fourth++] = folded >>> 24;
    }
    this.#at = fourth;
  }

  /** What was written so far. */
  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#at);
  }
}
