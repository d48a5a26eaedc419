import { LRUCache } from 'lru-cache';
import { decodeChunk } from '../chunks/chunk-codec.ts';
import type { BarColumns } from '../columns/bar-columns.ts';
import { type ChunkHead, readHeads, readRows } from './chunk-rows.ts';
import { type Db, type SeriesKey, seriesName } from './series.ts';

export type Chunk = ChunkHead & { columns: BarColumns };

/** Reads chunks, keeping the unpacked ones; a chunk that another process has changed is read again. */
export type ChunkReader = {
  /** Chunks whose start lies in `[fromMs, toMs]`, ascending; those never written are absent. */
  read: (key: SeriesKey, fromMs: number, toMs: number) => Promise<Chunk[]>;
};

const BYTES_A_BAR = 48;
const MAX_BYTES = 64 * 1_024 * 1_024;

type Kept = { version: number; columns: BarColumns };

/** A reader with a memory of 64 MB. */
export function createChunkReader(db: Db): ChunkReader {
  const kept = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ columns }) => columns.length * BYTES_A_BAR + BYTES_A_BAR,
  });
  return {
    read: async (key, fromMs, toMs) => {
      const heads = await readHeads(db, key, fromMs, toMs);
      const name = (startMs: number) => `${seriesName(key)}/${startMs}`;
      const missing = heads.filter(
        (head) => kept.get(name(head.startMs))?.version !== head.version,
      );
      const rows = await readRows(
        db,
        key,
        missing.map((head) => head.startMs),
      );
      const fresh = new Map(
        rows.map(({ data, ...head }) => [head.startMs, { ...head, columns: decodeChunk(data) }]),
      );
      for (const { startMs, version, columns } of fresh.values()) {
        kept.set(name(startMs), { version, columns });
      }
      return heads.flatMap((head) => {
        const columns = kept.get(name(head.startMs))?.columns;
        return fresh.get(head.startMs) ?? (columns ? { ...head, columns } : []);
      });
    },
  };
}
