import { zstdDecompressSync } from 'node:zlib';
import { type BarColumns, newColumns } from '../../columns/bar-columns.ts';
import { ByteReader } from './byte-reader.ts';
import { unpackPrices, unpackTimes, unpackVolumes } from './unpack-columns.ts';

const MAX_BYTES = 64 * 1_024 * 1_024;

function decompress(packed: Buffer): Buffer {
  try {
    return zstdDecompressSync(packed, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    throw new RangeError('the bytes are damaged', { cause: error });
  }
}

/**
 * Brings back what the first form of chunks packed: differences in byte planes, compressed with zstd.
 * Nothing writes it any more. A RangeError says what is wrong with the bytes.
 */
export function unpackVersion1(packed: Buffer): BarColumns {
  const reader = new ByteReader(decompress(packed));
  const columns = newColumns(reader.count());
  unpackTimes(reader, columns.time);
  unpackPrices(reader, columns);
  unpackVolumes(reader, columns.volume);
  reader.expectEnd();
  return columns;
}
