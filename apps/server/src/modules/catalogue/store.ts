import type { ExchangeName, InstrumentType } from '@moneytrail/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { type Instrument, instrumentOf, type NewInstrument } from './instrument.ts';

/** Columns of an instrument under their own names. */
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
] as const;

/** The enabled instruments, by exchange in the order they were added. */
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
  };
}

/** Adds instruments that are not stored yet, enabled; those that are stay as they are. */
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
 * Notes that prices of an instrument have more decimals than are shown, at most eight.
 * BVG keeps two: the exchange quotes in cents. Never makes a scale coarser.
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
 * Stores a batch of a vendor's list: new instruments are disabled, known ones keep everything but their description,
 * their dates and the mark of having vanished. Answers how many were added or changed.
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

/** Marks instruments that a whole list no longer has, of the types that it covers; answers how many. */
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
 * Stores a batch of a simulator's list: instruments that no vendor has listed, disabled. Those that are known stay as
 * they are, so that nothing simulated changes what a vendor said. Answers how many were added.
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

/** Which lists are meant: those of the vendors, or of the simulators that stand in for them. */
export type ListKinds = Record<ExchangeName, { readonly isSimulated: boolean }>;

/** When each list was stored whole the last time; one without an entry never was. */
export async function readSyncTimes(db: Db, feeds: ListKinds): Promise<Map<ExchangeName, number>> {
  const rows = await db
    .selectFrom('instrument_syncs')
    .select(['exchange', 'is_simulated', 'synced_at_ms'])
    .execute();
  const own = rows.filter((row) => row.is_simulated === feeds[row.exchange].isSimulated);
  return new Map(own.map((row) => [row.exchange, row.synced_at_ms]));
}

/** Notes that a list was stored whole. */
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
