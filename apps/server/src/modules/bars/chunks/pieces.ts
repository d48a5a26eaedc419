import { shuffleBytes, unshuffleBytes } from './byte-planes.ts';

/** Part of a packed chunk. */
export type Piece = Uint8Array;

/** How a column is packed: numbers below 64 are decimals of whole numbers. */
export const RAW = 255;
export const ABSENT = 254;

export function byte(value: number): Piece {
  return Uint8Array.of(value);
}

/** One double. */
export function double(value: number): Piece {
  return new Uint8Array(Float64Array.of(value).buffer);
}

export function doubles(column: Float64Array, length: number): Piece {
  const bytes = new Uint8Array(column.buffer, column.byteOffset, length * 8);
  return shuffleBytes(bytes, 8);
}

/** Signed numbers, folded so that small ones of either sign have zeros in front. */
export function wholes(column: Int32Array): Piece {
  const folded = new Uint32Array(column.length);
  for (let i = 0; i < column.length; i++) {
    const value = column[i] ?? 0;
    folded[i] = (value << 1) ^ (value >> 31);
  }
  return shuffleBytes(new Uint8Array(folded.buffer), 4);
}

/** Walks over unpacked bytes; a RangeError names what is missing. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at = 4;
  readonly #length: number;

  constructor(bytes: Buffer) {
    if (bytes.length < 4) throw new RangeError('the number of bars is missing');
    this.#bytes = bytes;
    this.#length = bytes.readUInt32LE(0);
    // No bar is packed in less than one byte a plane of its five number columns.
    if (this.#length * 16 > bytes.length)
      throw new RangeError('there are fewer bars than announced');
  }

  count(): number {
    return this.#length;
  }

  #take(size: number): Uint8Array {
    const end = this.#at + size;
    if (end > this.#bytes.length) throw new RangeError('a column is cut short');
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  byte(): number {
    return this.#take(1)[0] ?? 0;
  }

  double(): number {
    const bytes = this.#take(8);
    return new DataView(bytes.buffer, bytes.byteOffset, 8).getFloat64(0, true);
  }

  whole(): number {
    const bytes = this.#take(4);
    return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
  }

  doubles(into: Float64Array): void {
    into.set(new Float64Array(unshuffleBytes(this.#take(this.#length * 8), 8).buffer));
  }

  wholes(): Int32Array {
    const planes = this.#take(this.#length * 4);
    const length = this.#length;
    const result = new Int32Array(length);
    for (let i = 0; i < length; i++) {
      const folded =
        (planes[i] ?? 0) |
        ((planes[i + length] ?? 0) << 8) |
        ((planes[i + 2 * length] ?? 0) << 16) |
        ((planes[i + 3 * length] ?? 0) << 24);
      result[i] = (folded >>> 1) ^ -(folded & 1);
    }
    return result;
  }

  expectEnd(): void {
    if (this.#at !== this.#bytes.length) throw new RangeError('there are more bytes than bars');
  }
}
