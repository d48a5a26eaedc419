import type { Span } from '@moneytrail/calendar';
import type { Db } from '../../db/index.ts';
import { decodeChunk } from './chunks/chunk-codec.ts';
import { type BarColumns, barsBetween } from './columns/bar-columns.ts';
import { readHeads, readRows } from './store/chunks.ts';
import { coveredEndOf } from './store/coverage.ts';
import type { SeriesKey } from './store/series.ts';

export type StoredBars = {
  /** Chunks that will be read, for showing progress. */
  chunkCount: number;
  /** Bars before this moment are final: the feed has answered for them; null if it was never asked. */
  finalToMs: number | null;
  /** Bars in pieces, ascending, so that the series is never in memory as a whole. */
  pieces: AsyncIterable<BarColumns>;
};

/** The stored bars of a series in `[fromMs, toMs)`; no feed is asked. */
export async function readStoredBars(db: Db, request: SeriesKey & Span): Promise<StoredBars> {
  const { fromMs, toMs, ...key } = request;
  const heads = await readHeads(db, key, Number.MIN_SAFE_INTEGER, toMs - 1);
  const filled = heads.filter(({ lastTime }) => lastTime !== null && lastTime >= fromMs);
  async function* pieces(): AsyncGenerator<BarColumns> {
    for (const { startMs } of filled) {
      for (const row of await readRows(db, key, [startMs])) {
        yield barsBetween(decodeChunk(row.data), fromMs, toMs);
      }
    }
  }
  return { chunkCount: filled.length, finalToMs: coveredEndOf(heads), pieces: pieces() };
}
