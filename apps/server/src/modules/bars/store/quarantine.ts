import { DAY_MS, type Span, type StoredResolution } from '@moneytrail/calendar';
import { type Bar, bar as barSchema, type ExchangeName } from '@moneytrail/contract';
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

/** The reason and time of accepting or rejecting a quarantined bar. */
export type Decision = { reason: string; atMs: number };

/** Ends the attempts to corroborate a bar, which stays hidden; answers false if its vendor has changed it since. */
export async function rejectQuarantined(
  db: Db,
  { key, bar }: Pick<QuarantinedBar, 'key' | 'bar'>,
  { reason, atMs }: Decision,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('quarantined_bars')
    .set({ is_rejected: true, reason, decided_at_ms: atMs })
    .where((where) => where.and(rowOf(key, bar)))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Pause before a bar whose decision was undone is checked again, so that a person can decide first. */
const UNDONE_PAUSE_MS = DAY_MS;

/** Lets a rejected bar wait again; answers false if it is not rejected with these prices. */
export async function undoRejection(
  db: Db,
  { key, bar }: Pick<QuarantinedBar, 'key' | 'bar'>,
  nowMs: number,
): Promise<boolean> {
  const dueMs = nowMs + UNDONE_PAUSE_MS;
  const { numUpdatedRows } = await db
    .updateTable('quarantined_bars')
    .set({ is_rejected: false, reason: null, decided_at_ms: null, due_ms: dueMs })
    .where((where) => where.and(rowOf(key, bar)))
    .where('is_rejected', '=', true)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Records a bar that was taken out of quarantine, in place of an earlier record of its time. */
export async function recordAccepted(
  trx: Transaction<Database>,
  key: SeriesKey,
  { time, ...values }: Bar,
  { reason, atMs, replaced }: Decision & { replaced: Bar | null },
): Promise<void> {
  const row = {
    ...values,
    reason,
    decided_at_ms: atMs,
    replaced: replaced && JSON.stringify(replaced),
  };
  await trx
    .insertInto('accepted_bars')
    .values({ ...seriesColumns(key), time, ...row })
    .onConflict((conflict) =>
      conflict.columns(['instrument_id', 'resolution', 'is_simulated', 'time']).doUpdateSet(row),
    )
    .execute();
}

/** Puts an accepted bar back into quarantine; answers it and the bar that it had replaced, or null if there is none with these prices. */
export async function withdrawAccepted(
  trx: Transaction<Database>,
  key: SeriesKey,
  bar: Bar,
  nowMs: number,
): Promise<{ bar: Bar; replaced: Bar | null } | null> {
  const row = await trx
    .deleteFrom('accepted_bars')
    .where((where) => where.and(rowOf(key, bar)))
    .returning(['volume', 'replaced'])
    .executeTakeFirst();
  if (!row) return null;
  const accepted = { ...bar, volume: row.volume };
  await quarantineBars(trx, key, columnsOf([accepted]));
  await postponeCorroboration(
    trx,
    { key, bar },
    { dueMs: nowMs + UNDONE_PAUSE_MS, askedAtMs: nowMs },
  );
  const replaced = row.replaced === null ? null : barSchema.parse(JSON.parse(row.replaced));
  return { bar: accepted, replaced };
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
            decided_at_ms: null,
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

export type QuarantineState = 'waiting' | 'accepted' | 'rejected';

/** A bar that is or was quarantined, with its instrument. */
export type ListedBar = {
  instrumentId: number;
  exchange: ExchangeName;
  code: string;
  description: string;
  resolution: StoredResolution;
  bar: Bar;
  /** The reason and time of its acceptance or rejection; null while it waits, or if that was not stored. */
  reason: string | null;
  decidedAtMs: number | null;
  /** The first and the next attempt to corroborate it; null for accepted bars. */
  askedAtMs: number | null;
  dueMs: number | null;
};

/** A position in the list, which is sorted newest first. */
type ListPlace = { time: number; instrumentId: number; resolution: StoredResolution };

type QuarantineFilter = {
  exchange?: ExchangeName | undefined;
  code?: string | undefined;
  state: QuarantineState;
};

const LISTED = {
  waiting: sql`(select *, due_ms as due from quarantined_bars where not is_rejected)`,
  rejected: sql`(select *, null::bigint as due from quarantined_bars where is_rejected)`,
  accepted: sql`(select *, null::bigint as asked_at_ms, null::bigint as due from accepted_bars)`,
};

/** Up to `most` bars of a state after a position, newest first, of the kind (real or simulated) that each feed has in this process. */
export async function listQuarantined(
  { db, feeds }: { db: Db; feeds: FeedKinds },
  { exchange, code, state }: QuarantineFilter,
  after: ListPlace | null,
  most: number,
): Promise<ListedBar[]> {
  const simulated = Object.entries(feeds).flatMap(([name, feed]) => (feed.isSimulated ? name : []));
  const conditions = [
    sql`bar.is_simulated = (instruments.exchange = any(${simulated}::text[]))`,
    ...(exchange === undefined ? [] : [sql`instruments.exchange = ${exchange}`]),
    ...(code === undefined ? [] : [sql`instruments.code = ${code}`]),
    ...(after === null
      ? []
      : [
          sql`(bar.time, bar.instrument_id, bar.resolution)
            < (${after.time}::bigint, ${after.instrumentId}::int, ${after.resolution}::text)`,
        ]),
  ];
  const { rows } = await sql<Omit<ListedBar, 'bar'> & Bar>`
    select bar.instrument_id as "instrumentId", instruments.exchange, instruments.code,
      instruments.description, bar.resolution, bar.time, bar.open, bar.high, bar.low, bar.close,
      bar.volume, bar.reason, bar.decided_at_ms as "decidedAtMs", bar.asked_at_ms as "askedAtMs",
      bar.due as "dueMs"
    from ${LISTED[state]} as bar
      join instruments on instruments.id = bar.instrument_id
    where ${sql.join(conditions, sql` and `)}
    order by bar.time desc, bar.instrument_id desc, bar.resolution desc
    limit ${most}`.execute(db);
  return rows.map(({ time, open, high, low, close, volume, ...rest }) => ({
    ...rest,
    bar: { time, open, high, low, close, volume },
  }));
}
