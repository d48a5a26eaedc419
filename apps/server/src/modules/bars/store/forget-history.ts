import { overlaps, STORED_RESOLUTIONS } from '@moneytrail/calendar';
import type { Transaction } from 'kysely';
import type { Database, Db } from '../../../db/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import { chunkEndOf } from '../chunks/chunk-calendar.ts';
import { encodeChunk } from '../chunks/chunk-codec.ts';
import { NO_BARS } from '../columns/bar-columns.ts';
import { readHeads } from './chunks.ts';
import {
  type FeedKinds,
  lockSeries,
  readImports,
  type SeriesKey,
  seriesColumns,
  seriesKey,
} from './series.ts';

/** Empties chunks. They are not deleted: readers recognise a chunk by its version, which must never be reused. */
export async function emptyChunks(
  transaction: Transaction<Database>,
  key: SeriesKey,
  starts: readonly number[],
): Promise<void> {
  if (starts.length === 0) return;
  await transaction
    .updateTable('bar_chunks')
    .set((set) => ({
      covered_from: set.ref('chunk_start'),
      covered_to: set.ref('chunk_start'),
      known_until: 0,
      bar_count: 0,
      first_time: null,
      last_time: null,
      version: set('version', '+', 1),
      data: encodeChunk(NO_BARS),
    }))
    .where((where) => where.and(seriesColumns(key)))
    .where('chunk_start', 'in', [...starts])
    .execute();
}

const ALWAYS = { fromMs: Number.MIN_SAFE_INTEGER, toMs: Number.MAX_SAFE_INTEGER };

/**
 * Empties all chunks of an instrument in one transaction, for instance after a split has changed the scale of its prices;
 * they are backfilled on demand. Chunks with imported bars stay unchanged.
 */
export async function forgetHistory(
  { db, feeds }: { db: Db; feeds: FeedKinds },
  instrument: Pick<Instrument, 'id' | 'exchange'>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const resolution of STORED_RESOLUTIONS) {
      const key = seriesKey({ feeds }, instrument, resolution);
      await lockSeries(transaction, key);
      const imports = await readImports(transaction, key);
      const heads = await readHeads(transaction, key, ALWAYS.fromMs, ALWAYS.toMs);
      const own = heads
        .map(({ startMs }) => startMs)
        .filter((fromMs) => {
          const chunk = { fromMs, toMs: chunkEndOf(resolution, fromMs) };
          return !imports.some((span) => overlaps(span, chunk));
        });
      const ofSeries = seriesColumns(key);
      await emptyChunks(transaction, key, own);
      for (const table of ['quarantined_bars', 'accepted_bars'] as const) {
        await transaction
          .deleteFrom(table)
          .where((where) => where.and(ofSeries))
          .execute();
      }
    }
  });
}
