import type { Span } from './coverage.ts';
import type { Db, SeriesKey } from './series.ts';

/** Notes that an operator has brought his own bars of a stretch, which no feed shall replace. */
export async function noteImport(db: Db, key: SeriesKey, { fromMs, toMs }: Span): Promise<void> {
  await db
    .insertInto('bar_imports')
    .values({
      instrument_id: key.instrumentId,
      resolution: key.resolution,
      from_ms: fromMs,
      to_ms: toMs,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The stretches of a series that an operator has brought, in any order. */
export async function readImports(db: Db, key: SeriesKey): Promise<Span[]> {
  const rows = await db
    .selectFrom('bar_imports')
    .select(['from_ms as fromMs', 'to_ms as toMs'])
    .where('instrument_id', '=', key.instrumentId)
    .where('resolution', '=', key.resolution)
    .execute();
  return rows;
}
