import type { Span } from '@moneytrail/calendar';
import type { Bar, ExchangeName } from '@moneytrail/contract';
import type { Transaction } from 'kysely';
import type { Database, Db } from '../../../db/index.ts';
import { type BarColumns, barAt, columnsOf, timeAt } from '../columns/bar-columns.ts';
import { type SeriesKey, seriesColumns } from './series.ts';

const PRICES = ['open', 'high', 'low', 'close'] as const;
const MOST_COMPARED = 100;

/** An outlier that waits for corroboration, and when that was tried first; null before. */
export type QuarantinedBar = { key: SeriesKey; bar: Bar; askedAtMs: number | null };

/** The row of a bar as long as it is exactly so: its vendor may have changed it meanwhile. */
function rowOf(key: SeriesKey, { time, open, high, low, close }: Bar) {
  return { ...seriesColumns(key), time, open, high, low, close };
}

/** Bars of an exchange whose corroboration is due, the longest due first, the newest of those. */
export async function readDueQuarantined(
  db: Db,
  { exchange, isSimulated }: { exchange: ExchangeName; isSimulated: boolean },
  nowMs: number,
  limit: number,
): Promise<QuarantinedBar[]> {
  const rows = await db
    .selectFrom('quarantined_bars')
    .innerJoin('instruments', 'instruments.id', 'quarantined_bars.instrument_id')
    .select(['instrument_id', 'resolution', 'is_simulated', 'time', 'asked_at_ms'])
    .select(['open', 'high', 'low', 'close', 'volume'])
    .where('instruments.exchange', '=', exchange)
    .where('instruments.is_enabled', '=', true)
    .where('is_simulated', '=', isSimulated)
    .where('is_rejected', '=', false)
    .where('due_ms', '<=', nowMs)
    .orderBy('due_ms')
    .orderBy('time', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ instrument_id, resolution, is_simulated, asked_at_ms, ...bar }) => ({
    key: { instrumentId: instrument_id, resolution, isSimulated: is_simulated },
    bar,
    askedAtMs: asked_at_ms,
  }));
}

/** The quarantined bar of a moment of a series; null where none is. */
export async function readQuarantinedBar(
  db: Db,
  key: SeriesKey,
  time: number,
): Promise<Bar | null> {
  const row = await db
    .selectFrom('quarantined_bars')
    .select(['time', 'open', 'high', 'low', 'close', 'volume'])
    .where((where) => where.and(seriesColumns(key)))
    .where('time', '=', time)
    .executeTakeFirst();
  return row ?? null;
}

/** The times of quarantined bars in a stretch of a series. */
export async function readQuarantinedTimes(db: Db, key: SeriesKey, span: Span): Promise<number[]> {
  const rows = await db
    .selectFrom('quarantined_bars')
    .select('time')
    .where((where) => where.and(seriesColumns(key)))
    .where('time', '>=', span.fromMs)
    .where('time', '<', span.toMs)
    .execute();
  return rows.map(({ time }) => time);
}

/** Notes when to try again; a bar that its vendor has changed meanwhile is left alone. */
export async function postponeCorroboration(
  db: Db,
  { key, bar }: Pick<QuarantinedBar, 'key' | 'bar'>,
  { dueMs, askedAtMs }: { dueMs: number; askedAtMs: number },
): Promise<void> {
  await db
    .updateTable('quarantined_bars')
    .set({ due_ms: dueMs, asked_at_ms: askedAtMs })
    .where((where) => where.and(rowOf(key, bar)))
    .execute();
}

/** Ends the attempts: the bar stays hidden. One that its vendor has changed meanwhile is left alone. */
export async function rejectQuarantined(
  db: Db,
  { key, bar }: Pick<QuarantinedBar, 'key' | 'bar'>,
  reason: string,
): Promise<void> {
  await db
    .updateTable('quarantined_bars')
    .set({ is_rejected: true, reason })
    .where((where) => where.and(rowOf(key, bar)))
    .execute();
}

/** How many bars of an exchange wait for corroboration, and how many are rejected. */
export async function countQuarantined(
  db: Db,
  { exchange, isSimulated }: { exchange: ExchangeName; isSimulated: boolean },
): Promise<{ waiting: number; rejected: number }> {
  const rows = await db
    .selectFrom('quarantined_bars')
    .innerJoin('instruments', 'instruments.id', 'quarantined_bars.instrument_id')
    .select((query) => ['is_rejected', query.fn.countAll().as('count')])
    .where('instruments.exchange', '=', exchange)
    .where('is_simulated', '=', isSimulated)
    .groupBy('is_rejected')
    .execute();
  const countOf = (isRejected: boolean) =>
    Number(rows.find((row) => row.is_rejected === isRejected)?.count ?? 0);
  return { waiting: countOf(false), rejected: countOf(true) };
}

/** Whether bars have the same prices. */
export function hasSamePrices(one: Bar, other: Bar): boolean {
  return PRICES.every((name) => one[name] === other[name]);
}

/**
 * The quarantined bars of a series in `(afterMs, untilMs]`: those that were rejected, and of those that wait for
 * corroboration the newest, at most 100: more are no misprints, and left to the vendor.
 */
export async function readQuarantinedBetween(
  transaction: Transaction<Database>,
  key: SeriesKey,
  afterMs: number,
  untilMs: number,
): Promise<{ waiting: Bar[]; rejected: Bar[] }> {
  const rows = await transaction
    .selectFrom('quarantined_bars')
    .select(['time', 'open', 'high', 'low', 'close', 'volume', 'is_rejected'])
    .where((where) => where.and(seriesColumns(key)))
    .where('time', '>', afterMs)
    .where('time', '<=', untilMs)
    .orderBy('time', 'desc')
    .execute();
  const barsThat = (isRejected: boolean) =>
    rows.flatMap(({ is_rejected, ...bar }) => (is_rejected === isRejected ? [bar] : []));
  return { waiting: barsThat(false).slice(0, MOST_COMPARED), rejected: barsThat(true) };
}

/** Forgets quarantined bars of some times. */
export async function releaseTimes(
  transaction: Transaction<Database>,
  key: SeriesKey,
  times: readonly number[],
): Promise<void> {
  if (times.length === 0) return;
  await transaction
    .deleteFrom('quarantined_bars')
    .where((where) => where.and(seriesColumns(key)))
    .where('time', 'in', [...times])
    .execute();
}

/** Quarantines bars; one that is there already exactly so keeps its attempts. */
export async function quarantineBars(
  transaction: Transaction<Database>,
  key: SeriesKey,
  columns: BarColumns,
): Promise<void> {
  for (let i = 0; i < columns.length; i++) {
    const { time, ...values } = barAt(columns, i);
    await transaction
      .insertInto('quarantined_bars')
      .values({ ...seriesColumns(key), time, ...values })
      .onConflict((conflict) =>
        conflict
          .columns(['instrument_id', 'resolution', 'is_simulated', 'time'])
          .doUpdateSet({
            ...values,
            due_ms: 0,
            asked_at_ms: null,
            is_rejected: false,
            reason: null,
          })
          .where(({ eb, or }) =>
            or(PRICES.map((name) => eb(`quarantined_bars.${name}`, '!=', values[name]))),
          ),
      )
      .execute();
  }
}

/** Takes bars out of the quarantine; answers the ones that were there exactly so. */
export async function takeFromQuarantine(
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

/** Forgets what is quarantined between the first and the last of some bars that are accepted as they are. */
export async function clearQuarantine(
  transaction: Transaction<Database>,
  key: SeriesKey,
  columns: BarColumns,
): Promise<void> {
  if (columns.length === 0) return;
  await transaction
    .deleteFrom('quarantined_bars')
    .where((where) => where.and(seriesColumns(key)))
    .where('time', '>=', timeAt(columns, 0))
    .where('time', '<=', timeAt(columns, columns.length - 1))
    .execute();
}
