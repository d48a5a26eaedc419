import { LRUCache } from 'lru-cache';
import type { Db } from '../../../db/index.ts';
import { chunksBetween } from '../chunks/chunk-calendar.ts';
import { decodeChunk } from '../chunks/chunk-codec.ts';
import type { BarColumns } from '../columns/bar-columns.ts';
import { type ChunkHead, readNewRows } from './chunk-rows.ts';
import { type SeriesKey, seriesName } from './series.ts';
import type { WrittenChunk } from './write-bars.ts';

export type Chunk = ChunkHead & { columns: BarColumns };

/** Reads chunks, keeping the unpacked ones; a chunk that another process has changed is read again. */
export type ChunkReader = {
  /** Chunks whose start lies in `[fromMs, toMs]`, ascending; those never written are absent. */
  read: (key: SeriesKey, fromMs: number, toMs: number) => Promise<Chunk[]>;
  /** Takes chunks that were written just now: they are not read back as long as they stay so. */
  keep: (key: SeriesKey, chunks: readonly WrittenChunk[]) => void;
};

const BYTES_A_BAR = 48;
/** Sixty days of minutes, the pages that some twenty readers turn at a time; unpacking another one takes a millisecond. */
const MAX_BYTES = 4 * 1_024 * 1_024;

type Kept = { version: number; columns: BarColumns };

const nameOf = (key: SeriesKey, startMs: number) => `${seriesName(key)}/${startMs}`;

/** A reader with a memory of 4 MB. */
export function createChunkReader(db: Db): ChunkReader {
  const kept = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ columns }) => columns.length * BYTES_A_BAR + BYTES_A_BAR,
  });
  return {
    read: async (key, fromMs, toMs) => {
      const known = new Map<number, Kept>();
      for (const startMs of chunksBetween(key.resolution, fromMs, toMs + 1)) {
        const chunk = kept.get(nameOf(key, startMs));
        if (chunk) known.set(startMs, chunk);
      }
      const versions = [...known].map(([startMs, { version }]) => ({ startMs, version }));
      const rows = await readNewRows(db, key, { fromMs, toMs }, versions);
      return rows.map(({ data, ...head }) => {
        const columns = data === null ? known.get(head.startMs)?.columns : decodeChunk(data);
        if (!columns) throw new Error('the database left out a chunk that was not known');
        kept.set(nameOf(key, head.startMs), { version: head.version, columns });
        return { ...head, columns };
      });
    },
    keep: (key, chunks) => {
      for (const { startMs, ...chunk } of chunks) kept.set(nameOf(key, startMs), chunk);
    },
  };
}
