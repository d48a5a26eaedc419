import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/index.ts';
import { type Instrument, instrumentOf, type NewInstrument } from './instrument.ts';

type Db = Kysely<Database>;

/** Every instrument, by exchange and code. */
export async function readInstruments(db: Db): Promise<Instrument[]> {
  const rows = await db
    .selectFrom('instruments')
    .select([
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
    ])
    .orderBy('exchange')
    .orderBy('id')
    .execute();
  return rows.map(instrumentOf);
}

/** Adds instruments that are not stored yet, enabled; those that are stay as they are. */
export async function insertInstruments(
  db: Db,
  instruments: readonly NewInstrument[],
): Promise<void> {
  if (instruments.length === 0) return;
  await db
    .insertInto('instruments')
    .values(
      instruments.map((instrument) => ({
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
      })),
    )
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
