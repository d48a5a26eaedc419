import type { StoredResolution } from '@moneytrail/calendar';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';

/** The stored bars of one instrument in one stored resolution. */
export type SeriesKey = { instrumentId: number; resolution: StoredResolution };

export type Db = Kysely<Database>;

/** What is known of a series; absent parts are null. */
export type SeriesFacts = { beginningMs: number | null; isSimulated: boolean | null };

/** The tables that hold a part of a series. */
const SERIES_TABLES = ['bar_chunks', 'quarantined_bars', 'bar_imports', 'bar_series'] as const;

export function seriesName({ instrumentId, resolution }: SeriesKey): string {
  return `${instrumentId}/${resolution}`;
}

export async function readFacts(db: Db, key: SeriesKey): Promise<SeriesFacts> {
  const row = await db
    .selectFrom('bar_series')
    .select(['beginning_ms as beginningMs', 'is_simulated as isSimulated'])
    .where('instrument_id', '=', key.instrumentId)
    .where('resolution', '=', key.resolution)
    .executeTakeFirst();
  return row ?? { beginningMs: null, isSimulated: null };
}

/** Notes a fact of a series; facts left out stay. */
export async function writeFacts(
  db: Db,
  key: SeriesKey,
  facts: Partial<SeriesFacts>,
): Promise<void> {
  const columns = {
    ...(facts.beginningMs === undefined ? {} : { beginning_ms: facts.beginningMs }),
    ...(facts.isSimulated === undefined ? {} : { is_simulated: facts.isSimulated }),
  };
  await db
    .insertInto('bar_series')
    .values({ instrument_id: key.instrumentId, resolution: key.resolution, ...columns })
    .onConflict((conflict) =>
      conflict.columns(['instrument_id', 'resolution']).doUpdateSet(columns),
    )
    .execute();
}

/** Forgets everything stored of a series. */
export async function deleteSeries(db: Db, key: SeriesKey): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const table of SERIES_TABLES) {
      await transaction
        .deleteFrom(table)
        .where('instrument_id', '=', key.instrumentId)
        .where('resolution', '=', key.resolution)
        .execute();
    }
  });
}

/** Makes the writers of a series follow one another until the transaction ends. */
export async function lockSeries(
  transaction: Transaction<Database>,
  key: SeriesKey,
): Promise<void> {
  await transaction
    .insertInto('bar_series')
    .values({ instrument_id: key.instrumentId, resolution: key.resolution })
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
