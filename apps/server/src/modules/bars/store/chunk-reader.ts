import { LRUCache } from 'lru-cache';
import { chunksBetween } from '../chunks/chunk-calendar.ts';
import { decodeChunk } from '../chunks/chunk-codec.ts';
import type { BarColumns } from '../columns/bar-columns.ts';
import { type ChunkHead, readNewRows } from './chunk-rows.ts';
import { type Db, type SeriesKey, seriesName } from './series.ts';

export type Chunk = ChunkHead & { columns: BarColumns };

/** Reads chunks, keeping the unpacked ones; a chunk that another process has changed is read again. */
export type ChunkReader = {
  /** Chunks whose start lies in `[fromMs, toMs]`, ascending; those never written are absent. */
  read: (key: SeriesKey, fromMs: number, toMs: number) => Promise<Chunk[]>;
};

const BYTES_A_BAR = 48;
const MAX_BYTES = 16 * 1_024 * 1_024;

type Kept = { version: number; columns: BarColumns };

/** A reader with a memory of 16 MB. */
export function createChunkReader(db: Db): ChunkReader {
  const kept = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ columns }) => columns.length * BYTES_A_BAR + BYTES_A_BAR,
  });
  return {
    read: async (key, fromMs, toMs) => {
      const name = (startMs: number) => `${seriesName(key)}/${startMs}`;
      const known = new Map<number, Kept>();
      for (const startMs of chunksBetween(key.resolution, fromMs, toMs + 1)) {
        const chunk = kept.get(name(startMs));
        if (chunk) known.set(startMs, chunk);
      }
      const versions = [...known].map(([startMs, { version }]) => ({ startMs, version }));
      const rows = await readNewRows(db, key, { fromMs, toMs }, versions);
      return rows.map(({ data, ...head }) => {
        const columns = data === null ? known.get(head.startMs)?.columns : decodeChunk(data);
        if (!columns) throw new Error('the database left out a chunk that was not known');
        kept.set(name(head.startMs), { version: head.version, columns });
        return { ...head, columns };
      });
    },
  };
}
