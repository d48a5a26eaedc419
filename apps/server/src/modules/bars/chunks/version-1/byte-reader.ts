import { unshuffleBytes } from './byte-planes.ts';

/** The four planes of a time and of four prices. */
const LEAST_BYTES_A_BAR = 20;

/** Walks over unpacked bytes; a RangeError names what is missing. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at = 4;
  readonly #length: number;

  constructor(bytes: Buffer) {
    if (bytes.length < 4) throw new RangeError('the number of bars is missing');
    this.#bytes = bytes;
    this.#length = bytes.readUInt32LE(0);
    if (this.#length * LEAST_BYTES_A_BAR > bytes.length)
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
