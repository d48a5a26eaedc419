import type { Span, StoredResolution } from '@moneytrail/calendar';
import type { Bar, ExchangeName } from '@moneytrail/contract';
import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../../db/index.ts';
import { type BarColumns, barAt, columnsOf, timeAt } from '../columns/bar-columns.ts';
import { type FeedKinds, type SeriesKey, seriesColumns } from './series.ts';

const PRICES = ['open', 'high', 'low', 'close'] as const;
/** Waiting bars compared with incoming ones. */
const MOST_COMPARED = 100;

/** An outlier waiting for corroboration, and when that was first tried; null before. */
export type QuarantinedBar = { key: SeriesKey; bar: Bar; askedAtMs: number | null };

/** Matches a bar only while its prices are unchanged: its vendor may have changed it meanwhile. */
function rowOf(key: SeriesKey, { time, open, high, low, close }: Bar) {
  return { ...seriesColumns(key), time, open, high, low, close };
}

/** Bars of an exchange whose corroboration is due: longest due first, then newest first. */
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

/** Schedules the next attempt, unless the vendor has changed the bar meanwhile. */
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

/** Ends the attempts to corroborate a bar, which stays hidden; answers false if its vendor has changed it since. */
export async function rejectQuarantined(
  db: Db,
  { key, bar }: Pick<QuarantinedBar, 'key' | 'bar'>,
  reason: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('quarantined_bars')
    .set({ is_rejected: true, reason })
    .where((where) => where.and(rowOf(key, bar)))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

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

export function hasSamePrices(one: Bar, other: Bar): boolean {
  return PRICES.every((name) => one[name] === other[name]);
}

/**
 * The quarantined bars of a series in `(afterMs, untilMs]`: all rejected ones, and of those waiting for corroboration the
 * newest 100; more cannot all be misprints and are left to the vendor.
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

/** Quarantines bars; an unchanged quarantined bar keeps its state. */
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

/** Takes bars out of the quarantine; answers those that were there unchanged. */
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

/** Deletes the quarantined bars between the first and the last of some bars that are accepted unchecked. */
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

/** A quarantined bar with its instrument and its state. */
export type ListedBar = {
  instrumentId: number;
  exchange: ExchangeName;
  code: string;
  description: string;
  resolution: StoredResolution;
  bar: Bar;
  isRejected: boolean;
  /** Why it was rejected; null if it was not, or if the reason was not stored. */
  reason: string | null;
  /** The first and the next attempt to corroborate it. */
  askedAtMs: number | null;
  dueMs: number;
};

/** A position in the list, which is sorted newest first. */
type ListPlace = { time: number; instrumentId: number; resolution: StoredResolution };

type QuarantineFilter = {
  exchange?: ExchangeName | undefined;
  code?: string | undefined;
  isRejected?: boolean | undefined;
};

/** Up to `most` quarantined bars after a position, newest first, of the kind (real or simulated) that each feed has in this process. */
export async function listQuarantined(
  { db, feeds }: { db: Db; feeds: FeedKinds },
  filter: QuarantineFilter,
  after: ListPlace | null,
  most: number,
): Promise<ListedBar[]> {
  const simulated = Object.entries(feeds).flatMap(([name, feed]) => (feed.isSimulated ? name : []));
  let query = db
    .selectFrom('quarantined_bars as bar')
    .innerJoin('instruments', 'instruments.id', 'bar.instrument_id')
    .select(['instruments.exchange', 'instruments.code', 'instruments.description'])
    .select(['bar.instrument_id as instrumentId', 'bar.resolution', 'bar.time', 'bar.open'])
    .select(['bar.high', 'bar.low', 'bar.close', 'bar.volume', 'bar.is_rejected as isRejected'])
    .select(['bar.reason', 'bar.asked_at_ms as askedAtMs', 'bar.due_ms as dueMs'])
    .where(sql<boolean>`bar.is_simulated = (instruments.exchange = any(${simulated}::text[]))`);
  const { exchange, code, isRejected } = filter;
  if (exchange !== undefined) query = query.where('instruments.exchange', '=', exchange);
  if (code !== undefined) query = query.where('instruments.code', '=', code);
  if (isRejected !== undefined) query = query.where('bar.is_rejected', '=', isRejected);
  if (after !== null) {
    query = query.where(
      sql<boolean>`(bar.time, bar.instrument_id, bar.resolution)
        < (${after.time}::bigint, ${after.instrumentId}::int, ${after.resolution}::text)`,
    );
  }
  const rows = await query
    .orderBy('bar.time', 'desc')
    .orderBy('bar.instrument_id', 'desc')
    .orderBy('bar.resolution', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ time, open, high, low, close, volume, ...rest }) => ({
    ...rest,
    bar: { time, open, high, low, close, volume },
  }));
}
