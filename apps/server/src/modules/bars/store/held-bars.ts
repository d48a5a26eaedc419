import type { Bar, ExchangeName } from '@moneytrail/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { type BarColumns, barAt, columnsOf, timeAt } from '../columns/bar-columns.ts';
import type { Span } from './coverage.ts';
import type { Db, SeriesKey } from './series.ts';

/** A bar that is held back, and when witnesses were asked first; null before. */
export type HeldBar = { key: SeriesKey; bar: Bar; askedAtMs: number | null };

/** The row of a bar as long as it is held exactly so: its vendor may have changed it meanwhile. */
function rowOf(key: SeriesKey, { time, open, high, low, close }: Bar) {
  const { instrumentId, resolution } = key;
  return { instrument_id: instrumentId, resolution, time, open, high, low, close };
}

/** Bars of an exchange for which witnesses are to be asked by now, the longest due first, the newest of those. */
export async function readDueBars(
  db: Db,
  exchange: ExchangeName,
  nowMs: number,
  limit: number,
): Promise<HeldBar[]> {
  const rows = await db
    .selectFrom('quarantined_bars')
    .innerJoin('instruments', 'instruments.id', 'quarantined_bars.instrument_id')
    .select(['instrument_id', 'resolution', 'time', 'asked_at_ms'])
    .select(['open', 'high', 'low', 'close', 'volume'])
    .where('instruments.exchange', '=', exchange)
    .where('instruments.is_enabled', '=', true)
    .where('is_refuted', '=', false)
    .where('due_ms', '<=', nowMs)
    .orderBy('due_ms')
    .orderBy('time', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ instrument_id, resolution, asked_at_ms, ...bar }) => ({
    key: { instrumentId: instrument_id, resolution },
    bar,
    askedAtMs: asked_at_ms,
  }));
}

/** The bar of a moment that is held back in a series; null where none is. */
export async function readHeldBar(db: Db, key: SeriesKey, time: number): Promise<Bar | null> {
  const row = await db
    .selectFrom('quarantined_bars')
    .select(['time', 'open', 'high', 'low', 'close', 'volume'])
    .where('instrument_id', '=', key.instrumentId)
    .where('resolution', '=', key.resolution)
    .where('time', '=', time)
    .executeTakeFirst();
  return row ?? null;
}

/** The times of bars that are held back in a stretch of a series. */
export async function readHeldTimes(db: Db, key: SeriesKey, span: Span): Promise<number[]> {
  const rows = await db
    .selectFrom('quarantined_bars')
    .select('time')
    .where('instrument_id', '=', key.instrumentId)
    .where('resolution', '=', key.resolution)
    .where('time', '>=', span.fromMs)
    .where('time', '<', span.toMs)
    .execute();
  return rows.map(({ time }) => time);
}

/** Notes when to ask again; a bar that its vendor has changed meanwhile is left alone. */
export async function postponeHeld(
  db: Db,
  { key, bar }: Pick<HeldBar, 'key' | 'bar'>,
  { dueMs, askedAtMs }: { dueMs: number; askedAtMs: number },
): Promise<void> {
  await db
    .updateTable('quarantined_bars')
    .set({ due_ms: dueMs, asked_at_ms: askedAtMs })
    .where((where) => where.and(rowOf(key, bar)))
    .execute();
}

/** Ends the asking: the bar stays hidden. One that its vendor has changed meanwhile is left alone. */
export async function refuteHeld(
  db: Db,
  { key, bar }: Pick<HeldBar, 'key' | 'bar'>,
): Promise<void> {
  await db
    .updateTable('quarantined_bars')
    .set({ is_refuted: true })
    .where((where) => where.and(rowOf(key, bar)))
    .execute();
}

/** How many bars of an exchange are held back: those that wait for a witness, and those that nobody confirmed. */
export async function countHeld(
  db: Db,
  exchange: ExchangeName,
): Promise<{ waiting: number; refuted: number }> {
  const rows = await db
    .selectFrom('quarantined_bars')
    .innerJoin('instruments', 'instruments.id', 'quarantined_bars.instrument_id')
    .select((query) => ['is_refuted', query.fn.countAll().as('count')])
    .where('instruments.exchange', '=', exchange)
    .groupBy('is_refuted')
    .execute();
  const countOf = (isRefuted: boolean) =>
    Number(rows.find((row) => row.is_refuted === isRefuted)?.count ?? 0);
  return { waiting: countOf(false), refuted: countOf(true) };
}

/** Takes bars out of those held back; answers the ones that were held exactly so. */
export async function takeHeld(
  transaction: Transaction<Database>,
  key: SeriesKey,
  columns: BarColumns,
): Promise<BarColumns> {
  const taken: Bar[] = [];
  for (let i = 0; i < columns.length; i++) {
    const bar = barAt(columns, i);
    const row = await transaction
      .deleteFrom('quarantined_bars')
      .where((where) => where.and(rowOf(key, bar)))
      .returning('volume')
      .executeTakeFirst();
    if (row) taken.push({ ...bar, volume: row.volume });
  }
  return columnsOf(taken);
}

/** Forgets what is held back between the first and the last of some bars that are believed as they are. */
export async function forgetHeld(
  transaction: Transaction<Database>,
  key: SeriesKey,
  columns: BarColumns,
): Promise<void> {
  if (columns.length === 0) return;
  await transaction
    .deleteFrom('quarantined_bars')
    .where('instrument_id', '=', key.instrumentId)
    .where('resolution', '=', key.resolution)
    .where('time', '>=', timeAt(columns, 0))
    .where('time', '<=', timeAt(columns, columns.length - 1))
    .execute();
}
