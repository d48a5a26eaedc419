import type { Transaction } from 'kysely';
import type { Database, Db } from '../../../db/index.ts';
import type { BarColumns } from '../columns/bar-columns.ts';
import { readOldestTime } from './chunk-rows.ts';
import { lockSeries, type SeriesKey, seriesColumns } from './series.ts';

/**
 * Notes where a series begins by its feed, or at its oldest stored bar where that is older: an operator may have brought
 * older ones while the feed was asked. Answers the moment that is noted.
 */
export async function writeBeginning(db: Db, key: SeriesKey, byFeedMs: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await lockSeries(trx, key);
    const oldestMs = (await readOldestTime(trx, key)) ?? Number.POSITIVE_INFINITY;
    const beginningMs = Math.min(oldestMs, byFeedMs);
    await trx
      .updateTable('bar_series')
      .set({ beginning_ms: beginningMs })
      .where((where) => where.and(seriesColumns(key)))
      .execute();
    return beginningMs;
  });
}

/** Bars older than the known beginning, as an operator may have, move it. */
export async function widenBeginning(
  transaction: Transaction<Database>,
  key: SeriesKey,
  columns: BarColumns,
): Promise<void> {
  const first = columns.time[0];
  if (columns.length === 0 || first === undefined) return;
  await transaction
    .updateTable('bar_series')
    .set({ beginning_ms: first })
    .where((where) => where.and(seriesColumns(key)))
    .where('beginning_ms', '>', first)
    .execute();
}
