import { overlaps, STORED_RESOLUTIONS } from '@moneytrail/calendar';
import type { Instrument } from '../../catalogue/index.ts';
import { chunkEndOf } from '../chunks/chunk-calendar.ts';
import { readHeads } from './chunk-rows.ts';
import {
  type Db,
  type FeedKinds,
  lockSeries,
  readImports,
  seriesColumns,
  seriesKey,
} from './series.ts';

/**
 * Removes all bars of an instrument in one transaction, as after a split, when they are in another scale than the vendor's: they
 * are read again when they are asked for. What an operator has imported stays.
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
      const heads = await readHeads(
        transaction,
        key,
        Number.MIN_SAFE_INTEGER,
        Number.MAX_SAFE_INTEGER,
      );
      const own = heads
        .map(({ startMs }) => startMs)
        .filter((fromMs) => {
          const chunk = { fromMs, toMs: chunkEndOf(resolution, fromMs) };
          return !imports.some((span) => overlaps(span, chunk));
        });
      const ofSeries = seriesColumns(key);
      if (own.length > 0) {
        await transaction
          .deleteFrom('bar_chunks')
          .where((where) => where.and(ofSeries))
          .where('chunk_start', 'in', own)
          .execute();
      }
      await transaction
        .deleteFrom('quarantined_bars')
        .where((where) => where.and(ofSeries))
        .execute();
    }
  });
}
