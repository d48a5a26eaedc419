import { IMPORTED_RESOLUTIONS, type ImportedResolution } from '@moneytrail/calendar';
import { type ExchangeName, IMPORTED, type InstrumentType } from '@moneytrail/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { type Instrument, instrumentOf, type NewInstrument } from './instrument.ts';

export const INSTRUMENT_COLUMNS = [
  'id',
  'exchange',
  'code',
  'base',
  'quote',
  'description',
  'listed_name as listedName',
  'listed_value as listedValue',
  'type',
  'market_hours as marketHours',
  'price_scale as priceScale',
  'is_enabled as isEnabled',
  'start_date as startDate',
  'end_date as endDate',
  'import_access as importAccess',
  'finest_resolution as finestResolution',
] as const;

/** The enabled instruments, by exchange in the order of their insertion. */
export async function readEnabled(db: Db): Promise<Instrument[]> {
  const rows = await db
    .selectFrom('instruments')
    .select(INSTRUMENT_COLUMNS)
    .where('is_enabled', '=', true)
    .orderBy('exchange')
    .orderBy('id')
    .execute();
  return rows.map(instrumentOf);
}

function rowOf(instrument: NewInstrument) {
  return {
    exchange: instrument.exchange,
    code: instrument.code,
    base: instrument.base ?? null,
    quote: instrument.quote ?? null,
    description: instrument.description,
    listed_name: instrument.listedExchange.name,
    listed_value: instrument.listedExchange.value,
    type: instrument.type,
    market_hours: instrument.marketHours,
    price_scale: instrument.priceScale ?? 100,
    start_date: instrument.startDate ?? null,
    end_date: instrument.endDate ?? null,
    import_access: instrument.imported?.access ?? null,
    finest_resolution: instrument.imported?.finestResolution ?? null,
  };
}

/** Adds and enables instruments; existing ones stay unchanged. */
export async function insertInstruments(
  db: Db,
  instruments: readonly NewInstrument[],
): Promise<void> {
  if (instruments.length === 0) return;
  await db
    .insertInto('instruments')
    .values(instruments.map(rowOf))
    .onConflict((conflict) => conflict.columns(['exchange', 'code']).doNothing())
    .execute();
}

const FINEST_SCALE = 100_000_000;

/**
 * Stores a finer price scale of an instrument, at most eight decimals; a scale never becomes coarser. BVG keeps two, as
 * the exchange quotes in cents.
 */
export async function notePriceScale(
  db: Db,
  instrumentId: number,
  priceScale: number,
): Promise<void> {
  const finer = Math.min(priceScale, FINEST_SCALE);
  await db
    .updateTable('instruments')
    .set({ price_scale: sql<number>`greatest(price_scale, ${finer}::int)` })
    .where('id', '=', instrumentId)
    .where('exchange', '!=', 'BVG')
    .execute();
}

/**
 * Stores a batch of a vendor's list: new instruments are disabled; of known ones description, dates and the vanished mark
 * are updated. Answers how many were added or changed.
 */
export async function storeListed(db: Db, listed: readonly NewInstrument[]): Promise<number> {
  const written = await db
    .insertInto('instruments')
    .values(listed.map((each) => ({ ...rowOf(each), is_enabled: false })))
    .onConflict((conflict) =>
      conflict
        .columns(['exchange', 'code'])
        .doUpdateSet(({ ref }) => ({
          description: ref('excluded.description'),
          start_date: sql`coalesce(excluded.start_date, instruments.start_date)`,
          end_date: sql`coalesce(excluded.end_date, instruments.end_date)`,
          vanished_at_ms: null,
          is_listed_by_simulator: false,
        }))
        .where(
          sql<boolean>`instruments.vanished_at_ms is not null or instruments.is_listed_by_simulator
            or instruments.description <> excluded.description
            or coalesce(excluded.start_date, instruments.start_date) is distinct from instruments.start_date
            or coalesce(excluded.end_date, instruments.end_date) is distinct from instruments.end_date`,
        ),
    )
    .returning('id')
    .execute();
  return written.length;
}

/** Marks the instruments that a complete list no longer has, of the types it covers; answers how many. */
export async function markVanished(
  db: Db,
  exchange: ExchangeName,
  list: { codes: readonly string[]; types: readonly InstrumentType[] },
  nowMs: number,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('instruments')
    .set({ vanished_at_ms: nowMs })
    .where('exchange', '=', exchange)
    .where('vanished_at_ms', 'is', null)
    .where('type', 'in', list.types)
    .where(sql<boolean>`not (code = any(${list.codes}::text[]))`)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/**
 * Stores a batch of a simulator's list, disabled; known instruments stay unchanged, so that a simulator never changes a
 * vendor's data. Answers how many were added.
 */
export async function storeSimulated(db: Db, listed: readonly NewInstrument[]): Promise<number> {
  const written = await db
    .insertInto('instruments')
    .values(
      listed.map((each) => ({ ...rowOf(each), is_enabled: false, is_listed_by_simulator: true })),
    )
    .onConflict((conflict) => conflict.columns(['exchange', 'code']).doNothing())
    .returning('id')
    .execute();
  return written.length;
}

/** Whether each list is a vendor's or a simulator's. */
export type ListKinds = Record<ExchangeName, { readonly isSimulated: boolean }>;

/** The time at which each list was last stored completely; absent if it never was. */
export async function readSyncTimes(db: Db, feeds: ListKinds): Promise<Map<ExchangeName, number>> {
  const rows = await db
    .selectFrom('instrument_syncs')
    .select(['exchange', 'is_simulated', 'synced_at_ms'])
    .execute();
  const own = rows.filter((row) => row.is_simulated === feeds[row.exchange].isSimulated);
  return new Map(own.map((row) => [row.exchange, row.synced_at_ms]));
}

/** Records that a list was stored completely. */
export async function noteSync(
  db: Db,
  { exchange, isSimulated }: { exchange: ExchangeName; isSimulated: boolean },
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('instrument_syncs')
    .values({ exchange, is_simulated: isSimulated, synced_at_ms: nowMs })
    .onConflict((conflict) =>
      conflict.columns(['exchange', 'is_simulated']).doUpdateSet({ synced_at_ms: nowMs }),
    )
    .execute();
}

/**
 * Adds an instrument made from files, hidden until `showImported`. An existing one gets the given access and, if it is
 * larger, the price scale; name, type and hours stay. Returns its id.
 */
export async function storeImported(
  db: Db,
  given: Omit<NewInstrument, 'exchange' | 'listedExchange'> &
    Required<Pick<NewInstrument, 'imported'>>,
): Promise<number> {
  const listedExchange = { name: IMPORTED, value: IMPORTED.toUpperCase() };
  const row = rowOf({ ...given, exchange: IMPORTED, listedExchange });
  const written = await db
    .insertInto('instruments')
    .values({ ...row, is_enabled: false })
    .onConflict((conflict) =>
      conflict.columns(['exchange', 'code']).doUpdateSet(({ ref }) => ({
        import_access: ref('excluded.import_access'),
        price_scale: sql<number>`greatest(instruments.price_scale, excluded.price_scale)`,
        // An administrator who edits it meanwhile is told.
        revision: sql<number>`case when instruments.import_access = excluded.import_access
          then instruments.revision
          else 1 + (select max(revision) from instruments each where each.exchange = excluded.exchange) end`,
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return written.id;
}

/** Shows an instrument whose bars are stored; its charts start at the finest imported resolution. */
export async function showImported(
  db: Db,
  instrumentId: number,
  resolution: ImportedResolution,
): Promise<void> {
  const order = sql`array[${sql.join([...IMPORTED_RESOLUTIONS])}]::text[]`;
  await db
    .updateTable('instruments')
    .set({
      is_enabled: true,
      finest_resolution: sql<ImportedResolution>`case when is_enabled
        and array_position(${order}, finest_resolution) < array_position(${order}, ${resolution}::text)
        then finest_resolution else ${resolution}::text end`,
    })
    .where('id', '=', instrumentId)
    .execute();
}
