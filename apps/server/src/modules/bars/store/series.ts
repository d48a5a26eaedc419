import type { StoredResolution } from '@moneytrail/calendar';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';

/** The stored bars of one instrument in one stored resolution. */
export type SeriesKey = { instrumentId: number; resolution: StoredResolution };

export type Db = Kysely<Database>;

export function seriesName({ instrumentId, resolution }: SeriesKey): string {
  return `${instrumentId}/${resolution}`;
}

/** The moment before which no bar exists; null while nobody knows. */
export async function readBeginning(db: Db, key: SeriesKey): Promise<number | null> {
  const row = await db
    .selectFrom('bar_series')
    .select('beginning_ms')
    .where('instrument_id', '=', key.instrumentId)
    .where('resolution', '=', key.resolution)
    .executeTakeFirst();
  return row?.beginning_ms ?? null;
}

/** Notes where the history of a series begins. */
export async function writeBeginning(db: Db, key: SeriesKey, beginningMs: number): Promise<void> {
  const row = { instrument_id: key.instrumentId, resolution: key.resolution };
  await db
    .insertInto('bar_series')
    .values({ ...row, beginning_ms: beginningMs })
    .onConflict((conflict) =>
      conflict.columns(['instrument_id', 'resolution']).doUpdateSet({ beginning_ms: beginningMs }),
    )
    .execute();
}

/** Makes the writers of a series follow one another until the transaction ends. */
export async function lockSeries(
  transaction: Transaction<Database>,
  key: SeriesKey,
): Promise<void> {
  await transaction
    .insertInto('bar_series')
    .values({ instrument_id: key.instrumentId, resolution: key.resolution, beginning_ms: null })
    .onConflict((conflict) => conflict.columns(['instrument_id', 'resolution']).doNothing())
    .execute();
  await transaction
    .selectFrom('bar_series')
    .select('instrument_id')
    .where('instrument_id', '=', key.instrumentId)
    .where('resolution', '=', key.resolution)
    .forUpdate()
    .execute();
}
