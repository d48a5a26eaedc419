import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type BarColumns, newColumns } from '../columns/bar-columns.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { decodePrices, encodePrices } from './price-columns.ts';
import { decodeTimes, encodeTimes } from './time-column.ts';
import { decodeVolumes, encodeVolumes } from './volume-column.ts';

const VERSION = 1;
const MAX_BYTES = 64 * 1_024 * 1_024;
const COMPRESSION = {
  params: {
    [constants.ZSTD_c_compressionLevel]: 1,
    [constants.ZSTD_c_checksumFlag]: 1,
  },
};

/** Stored bytes that are no bars: damaged, or of a version this program does not know. */
export class ChunkError extends Error {
  constructor(cause: string, options?: ErrorOptions) {
    super(`Stored bars cannot be read: ${cause}`, options);
    this.name = 'ChunkError';
  }
}

/** Packs bars: a version byte, then whole-number differences in byte planes, compressed. Exact for every double. */
export function encodeChunk(columns: BarColumns): Buffer {
  const writer = new ByteWriter(columns.length);
  encodeTimes(writer, columns.time, columns.length);
  encodePrices(writer, columns);
  encodeVolumes(writer, columns.volume, columns.length);
  return Buffer.concat([Buffer.of(VERSION), zstdCompressSync(writer.bytes(), COMPRESSION)]);
}

function decompress(packed: Buffer): Buffer {
  try {
    return zstdDecompressSync(packed, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    throw new ChunkError('the bytes are damaged', { cause: error });
  }
}

/** Brings packed bars back; throws a `ChunkError` for anything that `encodeChunk` did not make. */
export function decodeChunk(bytes: Buffer): BarColumns {
  if (bytes.length === 0) throw new ChunkError('there are no bytes');
  if (bytes[0] !== VERSION) throw new ChunkError(`version ${bytes[0]} is unknown`);
  const unpacked = decompress(bytes.subarray(1));
  try {
    const reader = new ByteReader(unpacked);
    const columns = newColumns(reader.count());
    decodeTimes(reader, columns.time);
    decodePrices(reader, columns);
    decodeVolumes(reader, columns.volume);
    reader.expectEnd();
    return columns;
  } catch (error) {
    if (error instanceof RangeError) throw new ChunkError(error.message, { cause: error });
    throw error;
  }
}
