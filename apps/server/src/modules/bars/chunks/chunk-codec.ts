import { crc32 } from 'node:zlib';
import { type BarColumns, newColumns } from '../columns/bar-columns.ts';
import { BitReader } from './bits/bit-reader.ts';
import { BitWriter } from './bits/bit-writer.ts';
import { decodeNumber, encodeNumber } from './bits/number-column.ts';
import { decodePrices, encodePrices } from './packing/price-columns.ts';
import { decodeTimes, encodeTimes } from './packing/time-column.ts';
import { decodeVolumes, encodeVolumes } from './packing/volume-column.ts';
import { unpackVersion1 } from './version-1/unpack-version-1.ts';

const VERSION = 2;
/** The version and a checksum of all that follows. */
const HEAD_BYTES = 5;
/** Enough for most; the writer makes more room where it is not. */
const USUAL_WORDS_A_BAR = 16;
/** Bars of equal prices take no bytes, so a forged number of them must end somewhere. */
const MOST_BARS = 100_000;

/** Stored bytes that are no bars: damaged, or of a version this program does not know. */
export class ChunkError extends Error {
  constructor(cause: string, options?: ErrorOptions) {
    super(`Stored bars cannot be read: ${cause}`, options);
    this.name = 'ChunkError';
  }
}

/**
 * Packs bars: a version byte, a checksum, then the columns as small whole numbers, bit by bit. Exact for every double.
 * Throws a RangeError for more than 100 000 bars.
 */
export function encodeChunk(columns: BarColumns): Buffer {
  const { length } = columns;
  if (length > MOST_BARS) throw new RangeError(`${length} bars are too many for one chunk`);
  const writer = new BitWriter(length * USUAL_WORDS_A_BAR);
  encodeNumber(writer, length);
  encodeTimes(writer, columns.time, length);
  encodePrices(writer, columns);
  encodeVolumes(writer, columns.volume, length);
  const bytes = writer.end(HEAD_BYTES);
  bytes.writeUInt8(VERSION, 0);
  bytes.writeUInt32LE(crc32(bytes.subarray(HEAD_BYTES)), 1);
  return bytes;
}

function unpack(bytes: Buffer): BarColumns {
  if (bytes.length < HEAD_BYTES) throw new RangeError('the checksum is missing');
  const content = bytes.subarray(HEAD_BYTES);
  if (crc32(content) !== bytes.readUInt32LE(1)) throw new RangeError('the bytes are damaged');
  const reader = new BitReader(content);
  const length = decodeNumber(reader);
  if (length > MOST_BARS) throw new RangeError('there are fewer bars than announced');
  const columns = newColumns(length);
  decodeTimes(reader, columns.time);
  decodePrices(reader, columns);
  decodeVolumes(reader, columns.volume);
  reader.expectEnd();
  return columns;
}

/** Brings packed bars back, of the former version too; throws a `ChunkError` for what never was packed. */
export function decodeChunk(bytes: Buffer): BarColumns {
  if (bytes.length === 0) throw new ChunkError('there are no bytes');
  try {
    if (bytes[0] === VERSION) return unpack(bytes);
    if (bytes[0] === 1) return unpackVersion1(bytes.subarray(1));
  } catch (error) {
    if (error instanceof RangeError) throw new ChunkError(error.message, { cause: error });
    throw error;
  }
  throw new ChunkError(`version ${bytes[0]} is unknown`);
}
