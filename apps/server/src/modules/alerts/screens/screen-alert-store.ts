import type { SavedScreen } from '@moneytrail/contract';
import { sql } from 'kysely';
import * as z from 'zod';
import { DATABASE_NOW_MS, type Reader, type Trx } from '../../../db/index.ts';
import { findScreensById } from '../../screener/index.ts';
import { type AlertRow, findScreenAlerts } from '../alert-store.ts';
import type { MembersState } from './screen-members.ts';

/** The part of an active alert on a screen by which its evaluator knows whether it has changed. */
export type ScreenAlertHead = {
  id: number;
  activation: number;
  revision: number;
  /** Null once the screen is deleted. */
  screen_revision: number | null;
};

/** The active alerts on screens that are not snoozed and not over. */
export async function findHeads(db: Reader, nowMs: number): Promise<ScreenAlertHead[]> {
  return await db
    .selectFrom('alerts')
    .leftJoin('screens', (join) =>
      join
        .onRef('screens.id', '=', 'alerts.screen_id')
        .onRef('screens.user_id', '=', 'alerts.user_id'),
    )
    .select([
      'alerts.id',
      'alerts.activation',
      'alerts.revision',
      'screens.revision as screen_revision',
    ])
    .where('alerts.screen_id', 'is not', null)
    .where('alerts.state', '=', 'active')
    .where('alerts.activated_ms', '<=', nowMs)
    .where((row) => row.or([row('until_ms', 'is', null), row('until_ms', '>', nowMs)]))
    .orderBy('alerts.id')
    .execute();
}

/** The version is that of the stored row. */
export type StoredMembers = {
  activation: number;
  questionHash: string;
  version: number;
  state: MembersState;
};

export type StoredScreenAlert = {
  row: AlertRow;
  screen: SavedScreen;
  /** Null before the first look. */
  members: StoredMembers | null;
};

const pairs = z.array(z.tuple([z.int(), z.int()]));

/** Alerts with their screens and members; `unreadable` are those that another release has written. */
export async function readScreenAlerts(
  db: Reader,
  ids: readonly number[],
): Promise<{ alerts: StoredScreenAlert[]; unreadable: number[] }> {
  if (ids.length === 0) return { alerts: [], unreadable: [] };
  const { rows, unreadable } = await findScreenAlerts(db, ids);
  const screens = await findScreensById(
    db,
    rows.map((row) => row.screen_id ?? 0),
  );
  const stored = await db
    .selectFrom('screen_members')
    .selectAll()
    .where('alert_id', 'in', ids)
    .execute();
  const membersOf = new Map(
    stored.map(({ alert_id, activation, question_hash, version, members, ...one }) => {
      const burst = { closedAtMs: one.burst_ms, count: one.burst_count };
      const told = pairs.parse(JSON.parse(one.told));
      const state = { standings: one.standings, told, burst, members };
      return [alert_id, { activation, questionHash: question_hash, version, state }];
    }),
  );
  const alerts = rows.flatMap((row) => {
    const screen = screens.get(row.screen_id ?? 0);
    return screen ? [{ row, screen, members: membersOf.get(row.id) ?? null }] : [];
  });
  return { alerts, unreadable };
}

/** Saves the members of a locked alert over a known version, null for none; false if there is another one. */
export async function saveMembers(
  trx: Trx,
  { id, activation }: Pick<AlertRow, 'id' | 'activation'>,
  {
    version,
    questionHash,
    state,
  }: { version: number | null; questionHash: string; state: MembersState },
): Promise<boolean> {
  const values = {
    activation,
    question_hash: questionHash,
    standings: Buffer.from(state.standings),
    told: JSON.stringify(state.told),
    burst_ms: state.burst.closedAtMs,
    burst_count: state.burst.count,
    members: state.members,
    version: (version ?? 0) + 1,
  };
  if (version === null) {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('screen_members')
      .values({ alert_id: id, ...values })
      .onConflict((conflict) => conflict.column('alert_id').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await trx
    .updateTable('screen_members')
    .set(values)
    .where('alert_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Pauses the alerts of an account on a screen that is gone; a pause by its owner would be forgotten when the screen comes back. */
export async function pauseOnScreen(
  trx: Trx,
  { userId, screenId }: { userId: string; screenId: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    with locked as materialized (
      select id from alerts where screen_id = ${screenId} and user_id = ${userId} and state = 'active'
      order by id for update
    )
    update alerts set state = 'paused', paused_for = 'noScreen', snoozed_until_ms = null,
      revision = revision + 1, changed_ms = ${DATABASE_NOW_MS}
    from locked where alerts.id = locked.id`.execute(trx);
  return Number(numAffectedRows);
}

/** Lets alerts watch another screen than the one that is gone: those that waited for it begin anew. */
export async function moveToScreen(
  trx: Trx,
  userId: string,
  { goneId, screenId, nowMs }: { goneId: number; screenId: number; nowMs: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    with locked as materialized (
      select id, state = 'paused' and paused_for = 'noScreen' as waited
      from alerts where screen_id = ${goneId} and user_id = ${userId} order by id for update
    )
    update alerts set screen_id = ${screenId},
      definition = jsonb_set(definition::jsonb, '{screen,id}', to_jsonb(${screenId}::bigint))::text,
      state = case when waited then 'active' else state end,
      paused_for = case when waited then null else paused_for end,
      activation = case when waited then activation + 1 else activation end,
      activated_ms = case when waited then ${nowMs}::bigint else activated_ms end,
      revision = revision + 1, changed_ms = ${DATABASE_NOW_MS}
    from locked where alerts.id = locked.id`.execute(trx);
  return Number(numAffectedRows);
}
