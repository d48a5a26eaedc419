import { type AlertMemory, NEW_MEMORY } from '@moneytrail/alerts';
import { type Alert, type AlertDefinition, alertDefinition } from '@moneytrail/contract';
import { type Selectable, sql } from 'kysely';
import * as z from 'zod';
import type { AlertsTable } from '../../db/alert-tables.ts';
import { DATABASE_NOW_MS, type Db, lockByName, type Reader, type Trx } from '../../db/index.ts';

export type AlertRow = Omit<Selectable<AlertsTable>, 'definition' | 'memory'> & {
  definition: AlertDefinition;
  memory: AlertMemory;
};

const moment = z.number().nullable();

const storedMemory = z.object({
  lastFiredMs: moment,
  lastFiredBar: moment,
  happened: z.array(moment),
  stage: z.number(),
  stageBar: moment,
  silentSinceMs: moment,
}) satisfies z.ZodType<AlertMemory>;

function rowOf({ definition, memory, ...row }: Selectable<AlertsTable>): AlertRow {
  return {
    ...row,
    definition: alertDefinition.parse(JSON.parse(definition)),
    memory: memory === null ? NEW_MEMORY : storedMemory.parse(JSON.parse(memory)),
  };
}

/** Rows to evaluate, and the ids of those that this release cannot read: another one has written them. */
export type ReadAlerts = { rows: AlertRow[]; unreadable: number[] };

function readRows(stored: readonly Selectable<AlertsTable>[]): ReadAlerts {
  const read: ReadAlerts = { rows: [], unreadable: [] };
  for (const row of stored) {
    try {
      read.rows.push(rowOf(row));
    } catch {
      read.unreadable.push(row.id);
    }
  }
  return read;
}

/** `readAlerts` writes the same fields. */
export function presentAlert(row: AlertRow, instruments: Alert['instruments']): Alert {
  return {
    ...row.definition,
    id: row.id,
    state: row.state,
    pausedFor: row.paused_for,
    snoozedUntilMs: row.snoozed_until_ms,
    revision: row.revision,
    createdAtMs: row.created_at_ms,
    firedCount: row.fired_count,
    lastFiredMs: row.last_fired_ms,
    instruments,
    // Those of a screen are not looked at before it is stored.
    members: null,
  };
}

/** Serialises the changes of one account's alerts, so that its limit holds under concurrent requests. */
export async function lockOwner(trx: Trx, userId: string): Promise<void> {
  await lockByName(trx, `alerts ${userId}`);
}

/** The instruments of an alert on a watchlist, by their states. */
const INSTRUMENTS = sql<Alert['instruments']>`(
  select json_build_object('count', count(*), 'paused', count(*) filter (where one.state = 'paused'),
    'fired', count(*) filter (where one.state = 'fired'),
    'idle', coalesce(json_agg(one.definition::jsonb ->> 'symbol' order by one.id)
      filter (where one.state <> 'active'), '[]'))
  from alerts as one where one.list_alert_id = alerts.id)`;

/** Null for an alert on one symbol. */
export async function countInstruments(
  db: Reader,
  { id, watchlist_id }: Pick<AlertRow, 'id' | 'watchlist_id'>,
): Promise<Alert['instruments']> {
  if (watchlist_id === null) return null;
  const row = await db
    .selectFrom('alerts')
    .select(INSTRUMENTS.as('instruments'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.instruments ?? { count: 0, paused: 0, fired: 0, idle: [] };
}

/**
 * The answer of `listAlerts` in bytes, newest first. The database writes it, with definitions as the texts that were checked
 * when they were saved: a thousand of the longest, parsed and written here, would take the serving thread 50 ms.
 */
export async function readAlerts(db: Db, userId: string, limit: number): Promise<Buffer> {
  const state = sql`json_build_object('id', id, 'state', state, 'pausedFor', paused_for,
    'snoozedUntilMs', snoozed_until_ms, 'revision', revision, 'createdAtMs', created_at_ms,
    'firedCount', fired_count, 'lastFiredMs', last_fired_ms,
    'instruments', case when watchlist_id is not null then ${INSTRUMENTS} end,
    'members', case when screen_id is not null then (select members from screen_members as seen
      where seen.alert_id = alerts.id and seen.activation = alerts.activation) end)::text`;
  const { rows } = await sql<{ alerts: string }>`
    select coalesce(string_agg(left(${state}, -1) || ',' || substr(definition, 2), ',' order by id desc), '') as alerts
    from alerts where user_id = ${userId} and list_alert_id is null`.execute(db);
  return Buffer.from(`{"alerts":[${rows[0]?.alerts ?? ''}],"limit":${limit}}`);
}

/** The alert that an account has made with a key. */
export async function findMade(
  db: Reader,
  { userId, key }: { userId: string; key: string },
): Promise<AlertRow | null> {
  const row = await db
    .selectFrom('alerts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('list_alert_id', 'is', null)
    .where('create_key', '=', key)
    .executeTakeFirst();
  return row ? rowOf(row) : null;
}

export async function hasAlert(
  db: Reader,
  { userId, id }: { userId: string; id: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('alerts')
    .select('id')
    .where('user_id', '=', userId)
    .where('list_alert_id', 'is', null)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** The alerts of an account and the active ones. An alert on a watchlist counts once for each instrument, but once at least. */
export async function countAlerts(
  db: Reader,
  userId: string,
): Promise<{ all: number; active: number }> {
  const { all, active } = await db
    .selectFrom('alerts')
    .select([
      sql<number>`count(*) filter (where watchlist_id is null or not exists (
        select from alerts as one where one.list_alert_id = alerts.id))::integer`.as('all'),
      sql<number>`count(*) filter (where state = 'active' and watchlist_id is null)::integer`.as(
        'active',
      ),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { all, active };
}

export async function insertAlert(
  trx: Trx,
  alert: {
    userId: string;
    instrumentId: number;
    key: string;
    definition: AlertDefinition;
    nowMs: number;
  },
): Promise<AlertRow> {
  const { definition, nowMs } = alert;
  const row = await trx
    .insertInto('alerts')
    .values({
      user_id: alert.userId,
      instrument_id: alert.instrumentId,
      watchlist_id: definition.watchlist ?? null,
      screen_id: definition.screen?.id ?? null,
      create_key: alert.key,
      definition: JSON.stringify(definition),
      state: 'active',
      paused_for: null,
      snoozed_until_ms: null,
      until_ms: definition.untilMs,
      revision: 1,
      activation: 1,
      activated_ms: nowMs,
      memory: null,
      last_fired_ms: null,
      created_at_ms: nowMs,
      changed_ms: DATABASE_NOW_MS,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return rowOf(row);
}

/** Begins an alert anew with another definition; null if its revision is not the given one. */
export async function replaceAlert(
  trx: Trx,
  alert: {
    userId: string;
    id: number;
    revision: number;
    instrumentId: number;
    definition: AlertDefinition;
    nowMs: number;
  },
): Promise<AlertRow | null> {
  const row = await trx
    .updateTable('alerts')
    .set((column) => ({
      definition: JSON.stringify(alert.definition),
      instrument_id: alert.instrumentId,
      watchlist_id: alert.definition.watchlist ?? null,
      screen_id: alert.definition.screen?.id ?? null,
      until_ms: alert.definition.untilMs,
      state: 'active',
      paused_for: null,
      snoozed_until_ms: null,
      revision: column('revision', '+', 1),
      activation: column('activation', '+', 1),
      activated_ms: alert.nowMs,
      memory: null,
      changed_ms: DATABASE_NOW_MS,
    }))
    .where('user_id', '=', alert.userId)
    .where('id', '=', alert.id)
    .where('list_alert_id', 'is', null)
    .where('revision', '=', alert.revision)
    .returningAll()
    .executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** The active alerts of instruments, those of lists among them and those on screens not. */
export async function findActive(
  db: Reader,
  instrumentIds: readonly number[],
): Promise<ReadAlerts> {
  if (instrumentIds.length === 0) return { rows: [], unreadable: [] };
  const rows = await db
    .selectFrom('alerts')
    .selectAll()
    .where('instrument_id', 'in', instrumentIds)
    .where('state', '=', 'active')
    .where('watchlist_id', 'is', null)
    .where('screen_id', 'is', null)
    .orderBy('id')
    .execute();
  return readRows(rows);
}

/** The instruments with active alerts. */
export async function findWatched(db: Reader): Promise<number[]> {
  const rows = await db
    .selectFrom('alerts')
    .select('instrument_id')
    .distinct()
    .where('state', '=', 'active')
    .where('watchlist_id', 'is', null)
    .where('screen_id', 'is', null)
    .execute();
  return rows.map((row) => row.instrument_id);
}

/** The part of an alert by which a process that evaluates knows its present state from an earlier one. */
export type AlertHead = Pick<AlertRow, 'id' | 'instrument_id' | 'revision' | 'state'>;

/** The alerts that have changed since a moment on the database's clock, and that clock. */
export async function findChanged(
  db: Db,
  sinceMs: number,
): Promise<{ heads: AlertHead[]; nowMs: number }> {
  const { rows } = await sql<{ now_ms: number; heads: AlertHead[] }>`
    select ${DATABASE_NOW_MS} as now_ms, coalesce(jsonb_agg(head order by head.id), '[]') as heads
    from (
      select id, instrument_id, revision, case when watchlist_id is null and screen_id is null then state else 'paused' end as state
      from alerts where changed_ms >= ${sinceMs}
    ) as head
  `.execute(db);
  const [found] = rows;
  return { heads: found?.heads ?? [], nowMs: Number(found?.now_ms ?? 0) };
}

/** Alerts by their ids; those that are gone are left out. */
export async function findByIds(db: Reader, ids: readonly number[]): Promise<ReadAlerts> {
  if (ids.length === 0) return { rows: [], unreadable: [] };
  const rows = await db
    .selectFrom('alerts')
    .selectAll()
    .where('id', 'in', ids)
    .where('watchlist_id', 'is', null)
    .where('screen_id', 'is', null)
    .orderBy('id')
    .execute();
  return readRows(rows);
}

/** Alerts on screens by their ids; those that are gone are left out. */
export async function findScreenAlerts(db: Reader, ids: readonly number[]): Promise<ReadAlerts> {
  if (ids.length === 0) return { rows: [], unreadable: [] };
  const rows = await db
    .selectFrom('alerts')
    .selectAll()
    .where('id', 'in', ids)
    .where('screen_id', 'is not', null)
    .execute();
  return readRows(rows);
}

/** The ids of those alerts, on watchlists too, whose definitions this release can read. */
export async function findReadable(db: Reader, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('alerts').selectAll().where('id', 'in', ids).execute();
  // Alerts that go on begin with a new memory.
  const { rows: readable } = readRows(rows.map((row) => ({ ...row, memory: null })));
  return new Set(readable.map(({ id }) => id));
}
