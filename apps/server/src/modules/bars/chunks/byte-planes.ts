import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

const MOST_PLANES = 7;
const IS_SIGNED = 0x80;
/** A plane is noise if pairs of equal bytes are less than this many times as frequent as in random bytes. */
const NOISE = 2;
const HEAD_BYTES = 4;
/** Bounds the memory that damaged bytes can claim. */
const MAX_BYTES = 64 * 1_024 * 1_024;
const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Whether compression would gain nothing: the lowest bytes of prices and volumes look random. */
function isNoise(plane: Uint8Array): boolean {
  const counts = new Uint32Array(256);
  for (let i = 0; i < plane.length; i++) counts[plane[i] ?? 0] = (counts[plane[i] ?? 0] ?? 0) + 1;
  let pairs = 0;
  for (let i = 0; i < 256; i++) pairs += (counts[i] ?? 0) ** 2;
  return pairs < (NOISE * plane.length ** 2) / 256 + plane.length;
}

/** Zigzag encoding: 0, −1, 1, −2, … become 0, 1, 2, 3, … */
function foldSigns(values: Float64Array): Float64Array {
  return values.map((value) => (value < 0 ? -2 * value - 1 : 2 * value));
}

function unfoldSigns(values: Float64Array): void {
  for (let i = 0; i < values.length; i++) {
    const folded = values[i] ?? 0;
    values[i] = folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
  }
}

/** One byte of each number; place 0 is the lowest. */
function planeOf(values: Float64Array, place: number): Uint8Array {
  const plane = new Uint8Array(values.length);
  if (place < 4) {
    const shift = 8 * place;
    for (let i = 0; i < plane.length; i++) plane[i] = (values[i] ?? 0) >>> shift;
  } else {
    const divisor = 256 ** place;
    for (let i = 0; i < plane.length; i++) plane[i] = Math.floor((values[i] ?? 0) / divisor);
  }
  return plane;
}

function joinPlanes(planes: readonly Uint8Array[], length: number): Float64Array {
  const words = new Uint32Array(length);
  for (const [place, plane] of planes.slice(0, 4).entries()) {
    const shift = 8 * place;
    for (let i = 0; i < length; i++) words[i] = (words[i] ?? 0) | ((plane[i] ?? 0) << shift);
  }
  const values = Float64Array.from(words);
  for (const [place, plane] of planes.slice(4).entries()) {
    const weight = 256 ** (place + 4);
    for (let i = 0; i < length; i++) values[i] = (values[i] ?? 0) + (plane[i] ?? 0) * weight;
  }
  return values;
}

/**
 * Writes whole numbers as byte planes: all lowest bytes of a column, then all second ones. Noise is left uncompressed,
 * which makes the rest compress better.
 */
export class PlaneWriter {
  readonly #regular: Uint8Array[] = [];
  readonly #noise: Uint8Array[] = [];

  /** One whole number of at least 0. */
  number(value: number): void {
    const bytes: number[] = [];
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
    this.#regular.push(Uint8Array.from([...bytes, rest]));
  }

  /** A column of whole numbers between −2^52 and 2^52, not −0, with as many planes as the largest needs. */
  column(values: Float64Array): void {
    let [least, largest] = [0, 0];
    for (let i = 0; i < values.length; i++) {
      const value = values[i] ?? 0;
      if (value < least) least = value;
      if (value > largest) largest = value;
    }
    const isSigned = least < 0;
    const folded = isSigned ? foldSigns(values) : values;
    const planes: Uint8Array[] = [];
    let top = isSigned ? 2 * Math.max(largest, -least) : largest;
    for (; top >= 1; top /= 256) planes.push(planeOf(folded, planes.length));
    const noise = planes.map(isNoise);
    this.number(planes.length + (isSigned ? IS_SIGNED : 0));
    this.number(noise.reduce((mask, is, place) => mask + (is ? 2 ** place : 0), 0));
    for (const [place, plane] of planes.entries()) {
      (noise[place] ? this.#noise : this.#regular).push(plane);
    }
  }

  /** The written bytes, after `spare` free ones. */
  end(spare: number): Buffer {
    const regular = zstdCompressSync(Buffer.concat(this.#regular), FASTEST);
    const head = Buffer.alloc(spare + HEAD_BYTES);
    head.writeUInt32LE(regular.length, spare);
    return Buffer.concat([head, regular, ...this.#noise]);
  }
}

type Stream = { bytes: Uint8Array; at: number };

function decompress(packed: Buffer): Uint8Array {
  try {
    return zstdDecompressSync(packed, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    throw new RangeError('the bytes are damaged', { cause: error });
  }
}

function take(from: Stream, length: number): Uint8Array {
  const start = from.at;
  from.at += length;
  if (from.at > from.bytes.length) throw new RangeError('a column is cut short');
  return from.bytes.subarray(start, from.at);
}

/** Reads the output of a `PlaneWriter`; throws a RangeError for truncated or damaged bytes. */
export class PlaneReader {
  readonly #regular: Stream;
  readonly #noise: Stream;

  constructor(bytes: Buffer) {
    if (bytes.length < HEAD_BYTES) throw new RangeError('the columns are missing');
    const noiseAt = HEAD_BYTES + bytes.readUInt32LE(0);
    this.#regular = { bytes: decompress(bytes.subarray(HEAD_BYTES, noiseAt)), at: 0 };
    this.#noise = { bytes: bytes.subarray(noiseAt), at: 0 };
  }

  number(): number {
    let value = 0;
    for (let weight = 1; ; weight *= 128) {
      const byte = take(this.#regular, 1)[0] ?? 0;
      value += (byte & 127) * weight;
      if (byte < 128) return value;
    }
  }

  column(length: number): Float64Array {
    const head = this.number();
    const noise = this.number();
    const width = head & ~IS_SIGNED;
    if (width > MOST_PLANES) throw new RangeError('a column is too wide');
    const planes = Array.from({ length: width }, (_, place) =>
      take((noise >> place) & 1 ? this.#noise : this.#regular, length),
    );
    const values = joinPlanes(planes, length);
    if ((head & IS_SIGNED) !== 0) unfoldSigns(values);
    return values;
  }

  /** Throws a RangeError if bytes are left. */
  expectEnd(): void {
    for (const { bytes, at } of [this.#regular, this.#noise]) {
      if (at !== bytes.length) throw new RangeError('there are more bytes than bars');
    }
  }
}
