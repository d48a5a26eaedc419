import type { PauseReason } from '@moneytrail/contract';
import { type RawBuilder, sql } from 'kysely';
import type { AlertsTable } from '../../db/alert-tables.ts';
import { DATABASE_NOW_MS, type Db, type Reader, type Trx } from '../../db/index.ts';
import type { AlertRow } from './alert-store.ts';

/** An alert as it is while its changes are decided. */
export type LockedAlert = Pick<
  AlertRow,
  'id' | 'list_alert_id' | 'watchlist_id' | 'screen_id' | 'instrument_id' | 'state' | 'paused_for'
>;

/**
 * Alerts of an account that are locked in the order of their ids, as firings lock them, each with the rows of its
 * instruments. Those of others are left out.
 */
export async function lockAlerts(
  trx: Trx,
  { userId, ids }: { userId: string; ids: readonly number[] },
): Promise<LockedAlert[]> {
  return await trx
    .selectFrom('alerts')
    .select([
      'id',
      'list_alert_id',
      'watchlist_id',
      'screen_id',
      'instrument_id',
      'state',
      'paused_for',
    ])
    .where('user_id', '=', userId)
    .where((row) =>
      row.or([
        row('list_alert_id', 'in', ids),
        row.and([row('id', 'in', ids), row('list_alert_id', 'is', null)]),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Lets locked alerts begin anew; a snoozed one is not looked at until then. */
export async function activate(
  trx: Trx,
  ids: readonly number[],
  { nowMs, snoozedUntilMs }: { nowMs: number; snoozedUntilMs: number | null },
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('alerts')
    .set((column) => ({
      state: 'active',
      paused_for: null,
      snoozed_until_ms: snoozedUntilMs,
      revision: column('revision', '+', 1),
      activation: column('activation', '+', 1),
      activated_ms: snoozedUntilMs ?? nowMs,
      memory: null,
      changed_ms: DATABASE_NOW_MS,
    }))
    .where('id', 'in', ids)
    .execute();
}

/** Pauses locked alerts. */
export async function pause(trx: Trx, ids: readonly number[], reason: PauseReason): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('alerts')
    .set((column) => ({
      state: 'paused',
      paused_for: reason,
      snoozed_until_ms: null,
      revision: column('revision', '+', 1),
      changed_ms: DATABASE_NOW_MS,
    }))
    .where('id', 'in', ids)
    .execute();
}

/**
 * A common table `locked` of the ids of alerts, locked in their order: statements that lock many rows, each in an order of
 * its own, would wait for one another.
 */
const lockedIds = (condition: RawBuilder<unknown>) => sql`
  locked as materialized (select id from alerts where ${condition} order by id for no key update)`;

const idsIn = (ids: readonly number[]) =>
  sql`id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;

/** Locks alerts in the order of their ids. */
export async function lockInOrder(trx: Trx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`with ${lockedIds(idsIn(ids))} select count(*) from locked`.execute(trx);
}

/** Pauses those of the given alerts that are still active and have not begun anew since they were read. */
export async function pauseActive(
  db: Db,
  alerts: readonly Pick<AlertRow, 'id' | 'activation'>[],
  reason: AlertsTable['paused_for'],
): Promise<void> {
  if (alerts.length === 0) return;
  const rows = alerts.map(({ id, activation }) => ({ id, activation }));
  await sql`
    with ${lockedIds(idsIn(rows.map(({ id }) => id)))}
    update alerts set state = 'paused', paused_for = ${reason}, snoozed_until_ms = null,
      revision = revision + 1, changed_ms = ${DATABASE_NOW_MS}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id bigint, activation integer), locked
    where alerts.id = locked.id and alerts.id = given.id and alerts.activation = given.activation and alerts.state = 'active'
  `.execute(db);
}

/** Pauses active alerts that cannot be read, and the alerts on watchlists to which they belong. */
export async function pauseUnreadable(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const whole = sql`id in (select list_alert_id from alerts where ${idsIn(ids)})`;
  await sql`
    with ${lockedIds(sql`${idsIn(ids)} or ${whole}`)}
    update alerts set state = 'paused', paused_for = 'unreadable', snoozed_until_ms = null,
      revision = revision + 1, changed_ms = ${DATABASE_NOW_MS}
    from locked where alerts.id = locked.id and alerts.state = 'active'`.execute(db);
}

/** Pauses as many of the newest active instruments of alerts on lists as are beyond the limit; returns how many. */
export async function pauseNewestListed(
  trx: Trx,
  listAlertIds: readonly number[],
  count: number,
): Promise<number> {
  if (listAlertIds.length === 0) return 0;
  const newest = await trx
    .selectFrom('alerts')
    .select('id')
    .where('list_alert_id', 'in', listAlertIds)
    .where('state', '=', 'active')
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
  const ids = newest.map(({ id }) => id);
  await pause(trx, ids, 'overLimit');
  return ids.length;
}

/** Deletes locked alerts, with the rows of their instruments; their firings stay in the log. */
export async function deleteAlerts(trx: Trx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.deleteFrom('alerts').where('id', 'in', ids).execute();
}

/** Ends alerts whose date has come; returns how many. */
export async function expireAlerts(db: Db, nowMs: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with ${lockedIds(sql`state in ('active', 'paused') and until_ms <= ${nowMs}`)}
    update alerts set state = 'expired', revision = revision + 1, changed_ms = ${DATABASE_NOW_MS}
    from locked where alerts.id = locked.id`.execute(db);
  return Number(numAffectedRows);
}

/** A page of the users with active alerts on instruments, by their ids, each with the instruments that these watch. */
export async function findWatchers(
  db: Reader,
  { after, limit }: { after: string; limit: number },
): Promise<{ userId: string; instrumentIds: number[] }[]> {
  return await db
    .selectFrom('alerts')
    .select([
      'user_id as userId',
      sql<number[]>`json_agg(distinct instrument_id)`.as('instrumentIds'),
    ])
    .where('state', '=', 'active')
    .where('watchlist_id', 'is', null)
    .where('screen_id', 'is', null)
    .where('user_id', '>', after)
    .groupBy('user_id')
    .orderBy('user_id')
    .limit(limit)
    .execute();
}

/** Pauses the active alerts of users on instruments, for want of the right to them. */
export async function pauseWatched(
  db: Db,
  pairs: readonly { userId: string; instrumentId: number }[],
): Promise<void> {
  if (pairs.length === 0) return;
  const given = sql`jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb)
    as given("userId" text, "instrumentId" integer)`;
  const condition = sql`state = 'active' and watchlist_id is null and screen_id is null
    and (user_id, instrument_id) in (select "userId", "instrumentId" from ${given})`;
  await sql`
    with ${lockedIds(condition)}
    update alerts set state = 'paused', paused_for = 'noRight', snoozed_until_ms = null,
      revision = revision + 1, changed_ms = ${DATABASE_NOW_MS}
    from locked where alerts.id = locked.id and alerts.state = 'active'`.execute(db);
}

/** The active alerts on screens of all users. */
export function findOnScreens(
  db: Reader,
): Promise<Pick<AlertRow, 'id' | 'user_id' | 'activation'>[]> {
  return db
    .selectFrom('alerts')
    .select(['id', 'user_id', 'activation'])
    .where('state', '=', 'active')
    .where('screen_id', 'is not', null)
    .execute();
}

export type PausedAlert = Pick<
  AlertRow,
  'id' | 'user_id' | 'instrument_id' | 'screen_id' | 'revision'
>;

/** A page of the alerts that are paused for a reason, by id: those after `afterId`, of all users or of one. */
export function findPausedFor(
  db: Reader,
  reason: PauseReason,
  { userId, afterId = 0, limit }: { userId?: string; afterId?: number; limit: number },
): Promise<PausedAlert[]> {
  const query = db
    .selectFrom('alerts')
    .select(['id', 'user_id', 'instrument_id', 'screen_id', 'revision'])
    .where('state', '=', 'paused')
    .where('paused_for', '=', reason)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit);
  return (userId === undefined ? query : query.where('user_id', '=', userId)).execute();
}

/** The active alerts of an account beyond its oldest `limit`. */
export function findSurplus(
  db: Reader,
  userId: string,
  limit: number,
): Promise<Pick<AlertRow, 'id' | 'activation'>[]> {
  return db
    .selectFrom('alerts')
    .select(['id', 'activation'])
    .where('user_id', '=', userId)
    .where('state', '=', 'active')
    .where('watchlist_id', 'is', null)
    .orderBy('id')
    .offset(limit)
    .execute();
}

/** Accounts with more than `lowest` active alerts or with some paused beyond their limit, with the numbers of both. */
export async function findOwnersToLimit(
  db: Db,
  lowest: number,
): Promise<Map<string, { active: number; paused: number }>> {
  const { rows } = await sql<{ user_id: string; active: number; paused: number }>`
    select user_id, count(*) filter (where state = 'active')::integer as active,
      count(*) filter (where state = 'paused')::integer as paused
    from alerts
    where watchlist_id is null and (state = 'active' or (state = 'paused' and paused_for = 'overLimit'))
    group by user_id
    having count(*) filter (where state = 'active') > ${lowest} or count(*) filter (where state = 'paused') > 0
  `.execute(db);
  return new Map(rows.map(({ user_id, active, paused }) => [user_id, { active, paused }]));
}

/** Lets paused alerts begin anew, but for those that were changed since they were read. */
export async function resumePaused(
  db: Db,
  alerts: readonly Pick<AlertRow, 'id' | 'revision'>[],
  nowMs: number,
): Promise<void> {
  if (alerts.length === 0) return;
  const rows = alerts.map(({ id, revision }) => ({ id, revision }));
  await sql`
    with ${lockedIds(idsIn(rows.map(({ id }) => id)))}
    update alerts set state = 'active', paused_for = null, snoozed_until_ms = null, revision = alerts.revision + 1,
      activation = activation + 1, activated_ms = ${nowMs}, memory = null, changed_ms = ${DATABASE_NOW_MS}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id bigint, revision integer), locked
    where alerts.id = locked.id and alerts.id = given.id and alerts.revision = given.revision and alerts.state = 'paused'
  `.execute(db);
}
