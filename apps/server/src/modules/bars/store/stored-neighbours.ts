import type { Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { chunkStartOf } from '../chunks/chunk-calendar.ts';
import { decodeChunk } from '../chunks/chunk-codec.ts';
import { barsBetween, concatColumns, NO_BARS } from '../columns/bar-columns.ts';
import { COMPARED_BARS } from '../validation/filter-outliers.ts';
import { type ChunkRow, readRowAfter, readRowBefore } from './chunk-rows.ts';
import type { Neighbours } from './filter-incoming.ts';
import type { SeriesKey } from './series.ts';

/** The stored bars around incoming ones; `stored` are the chunks that are written. */
export function storedNeighbours(
  transaction: Transaction<Database>,
  key: SeriesKey,
  stored: ReadonlyMap<number, ChunkRow>,
): Neighbours {
  return {
    before: async (timeMs) => {
      const startMs = chunkStartOf(key.resolution, timeMs);
      const own = stored.get(startMs);
      const near = own?.barCount
        ? barsBetween(decodeChunk(own.data), Number.NEGATIVE_INFINITY, timeMs)
        : NO_BARS;
      if (near.length > COMPARED_BARS) return near;
      // A chunk that has only just begun says too little about what is usual.
      const row = await readRowBefore(transaction, key, own ? startMs : timeMs);
      const far = row
        ? barsBetween(decodeChunk(row.data), Number.NEGATIVE_INFINITY, timeMs)
        : NO_BARS;
      return concatColumns([far, near]);
    },
    after: async (timeMs) => {
      const row = await readRowAfter(transaction, key, timeMs);
      return row
        ? barsBetween(decodeChunk(row.data), timeMs + 1, Number.POSITIVE_INFINITY)
        : NO_BARS;
    },
    within: (fromMs, lastMs) =>
      concatColumns(
        [...stored.values()].map(({ barCount, data }) =>
          barCount === 0 ? NO_BARS : barsBetween(decodeChunk(data), fromMs, lastMs + 1),
        ),
      ),
  };
}
