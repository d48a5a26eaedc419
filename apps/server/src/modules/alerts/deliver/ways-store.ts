import type {
  AlertDelivery,
  AlertFiring,
  AlertWebhook,
  WebhookAttempt,
} from '@moneytrail/contract';
import { type Selectable, sql } from 'kysely';
import type { AlertFiringsTable, WebhooksTable } from '../../../db/alert-tables.ts';
import type { Db, Reader, Trx } from '../../../db/index.ts';

const ATTEMPTS_LISTED = 100;

export type WebhookRow = Selectable<WebhooksTable>;
type Channel = AlertDelivery['channel'];

export function presentWebhook(row: WebhookRow, nowMs: number): AlertWebhook {
  const oldEndsMs = row.old_secret_ends_ms;
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    isEnabled: row.disabled_for === null,
    disabledFor: row.disabled_for,
    createdAtMs: row.created_at_ms,
    oldSecretEndsMs: oldEndsMs !== null && oldEndsMs > nowMs ? oldEndsMs : null,
  };
}

export function findWebhooks(db: Reader, userId: string): Promise<WebhookRow[]> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

export async function findWebhook(
  db: Reader,
  by: { id: number; userId?: string },
): Promise<WebhookRow | null> {
  const query = db.selectFrom('webhooks').selectAll().where('id', '=', by.id);
  const row = await (by.userId === undefined
    ? query
    : query.where('user_id', '=', by.userId)
  ).executeTakeFirst();
  return row ?? null;
}

export async function insertWebhook(
  trx: Trx,
  row: { userId: string; name: string; url: string; secret: Buffer; nowMs: number },
): Promise<WebhookRow> {
  return trx
    .insertInto('webhooks')
    .values({
      user_id: row.userId,
      name: row.name,
      url: row.url,
      secret: row.secret,
      old_secret: null,
      old_secret_ends_ms: null,
      disabled_for: null,
      failing_since_ms: null,
      created_at_ms: row.nowMs,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function changeWebhook(
  db: Db,
  id: number,
  change: Partial<
    Pick<
      WebhookRow,
      'secret' | 'old_secret' | 'old_secret_ends_ms' | 'disabled_for' | 'failing_since_ms'
    >
  >,
): Promise<WebhookRow> {
  return db
    .updateTable('webhooks')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** False if the user has no such webhook. */
export async function deleteWebhook(
  db: Db,
  { userId, id }: { userId: string; id: number },
): Promise<boolean> {
  const result = await db
    .deleteFrom('webhooks')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return Number(result.numDeletedRows) === 1;
}

/** Keeps the last hundred attempts of each webhook. */
export async function insertAttempt(
  db: Db,
  attempt: WebhookAttempt & { webhookId: number },
): Promise<void> {
  const { webhookId } = attempt;
  await db
    .insertInto('webhook_attempts')
    .values({
      webhook_id: webhookId,
      firing_id: attempt.firingId,
      at_ms: attempt.atMs,
      status: attempt.status,
      ms: attempt.ms,
      answer: attempt.answer,
    })
    .execute();
  await db
    .deleteFrom('webhook_attempts')
    .where('webhook_id', '=', webhookId)
    .where('id', '<=', (from) =>
      from
        .selectFrom('webhook_attempts')
        .select('id')
        .where('webhook_id', '=', webhookId)
        .orderBy('id', 'desc')
        .offset(ATTEMPTS_LISTED)
        .limit(1),
    )
    .execute();
}

/** Newest first. */
export async function findAttempts(db: Reader, webhookId: number): Promise<WebhookAttempt[]> {
  return db
    .selectFrom('webhook_attempts')
    .select(['at_ms as atMs', 'firing_id as firingId', 'status', 'ms', 'answer'])
    .where('webhook_id', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(ATTEMPTS_LISTED)
    .execute();
}

export type WaitingDelivery = {
  id: number;
  firingId: number;
  userId: string;
  createdAtMs: number;
  firing: Selectable<AlertFiringsTable>;
};

/** Deliveries that wait, oldest first, of one webhook or of one user. */
export async function findWaiting(
  db: Reader,
  channel: Channel,
  { webhookId, userId, limit }: { webhookId?: number; userId?: string; limit: number },
): Promise<WaitingDelivery[]> {
  let query = db
    .selectFrom('alert_deliveries')
    .select(['id', 'firing_id', 'user_id', 'created_at_ms'])
    .where('channel', '=', channel)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .limit(limit);
  if (webhookId !== undefined) query = query.where('webhook_id', '=', webhookId);
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  const rows = await query.execute();
  if (rows.length === 0) return [];
  const firings = await db
    .selectFrom('alert_firings')
    .selectAll()
    .where(
      'id',
      'in',
      rows.map((row) => row.firing_id),
    )
    .execute();
  return rows.flatMap((row) => {
    const firing = firings.find(({ id }) => id === row.firing_id);
    if (!firing) return [];
    const { id, firing_id: firingId, user_id: userId, created_at_ms: createdAtMs } = row;
    return [{ id, firingId, userId, createdAtMs, firing }];
  });
}

/** Notes an attempt; false if the delivery does not wait any more. */
export async function noteAttempt(
  db: Db | Trx,
  id: number,
  outcome: { state: AlertDelivery['state']; status: number | null; problem: string | null },
): Promise<boolean> {
  const result = await db
    .updateTable('alert_deliveries')
    .set((column) => ({ ...outcome, attempts: column('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

/** Lets the failed deliveries of a firing wait again; returns the channels that wait, with their webhooks. */
export async function retryUnsent(
  trx: Trx,
  firingId: number,
): Promise<{ channel: Channel; userId: string; webhookId: number | null }[]> {
  return trx
    .updateTable('alert_deliveries')
    .set({ state: 'waiting', problem: null })
    .where('firing_id', '=', firingId)
    .where('state', 'in', ['failed', 'waiting'])
    .returning(['channel', 'user_id as userId', 'webhook_id as webhookId'])
    .execute();
}

/** Ends everything that waits for a webhook, or for the mails of an account. */
export async function failWaiting(
  db: Db,
  of: { webhookId: number } | { mailsOf: string },
  problem: string,
): Promise<void> {
  const waiting = db
    .updateTable('alert_deliveries')
    .set({ state: 'failed', problem })
    .where('state', '=', 'waiting');
  const those =
    'webhookId' in of
      ? waiting.where('channel', '=', 'webhook').where('webhook_id', '=', of.webhookId)
      : waiting.where('channel', '=', 'mail').where('user_id', '=', of.mailsOf);
  await those.execute();
}

/** The span that was not watched before a late firing; null for one in time. */
export function lateOf({
  late_from_ms: fromMs,
  late_to_ms: toMs,
}: Pick<AlertFiringsTable, 'late_from_ms' | 'late_to_ms'>): AlertFiring['late'] {
  return fromMs === null || toMs === null ? null : { fromMs, toMs };
}

function presentFiring(
  row: Selectable<AlertFiringsTable>,
  deliveries: readonly (AlertDelivery & { firingId: number })[],
): AlertFiring {
  return {
    id: row.id,
    alertId: row.alert_id,
    name: row.name,
    symbol: row.symbol,
    resolution: row.resolution,
    timeMs: row.time_ms,
    barTime: row.bar_time,
    price: row.price,
    text: row.text,
    late: lateOf(row),
    sound: row.sound,
    isSeen: row.is_seen,
    deliveries: deliveries
      .filter(({ firingId }) => firingId === row.id)
      .map(({ firingId: _firing, ...delivery }) => delivery),
  };
}

/** A page of a user's firings, newest first: those before `beforeId`. */
export async function findFirings(
  db: Reader,
  wanted: {
    userId: string;
    limit: number;
    beforeId?: number | undefined;
    id?: number | undefined;
    alertId?: number | undefined;
  },
): Promise<AlertFiring[]> {
  let query = db
    .selectFrom('alert_firings')
    .selectAll()
    .where('user_id', '=', wanted.userId)
    .orderBy('id', 'desc')
    .limit(wanted.limit);
  if (wanted.beforeId !== undefined) query = query.where('id', '<', wanted.beforeId);
  if (wanted.id !== undefined) query = query.where('id', '=', wanted.id);
  if (wanted.alertId !== undefined) query = query.where('alert_id', '=', wanted.alertId);
  const rows = await query.execute();
  if (rows.length === 0) return [];
  const deliveries = await db
    .selectFrom('alert_deliveries')
    .select(['id', 'firing_id as firingId', 'channel', 'state', 'attempts', 'status', 'problem'])
    .where(
      'firing_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('id')
    .execute();
  return rows.map((row) => presentFiring(row, deliveries));
}

export async function countUnseen(db: Reader, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('alert_firings')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('is_seen', '=', false)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function markSeen(db: Db, userId: string, upTo: number): Promise<void> {
  await db
    .updateTable('alert_firings')
    .set({ is_seen: true })
    .where('user_id', '=', userId)
    .where('id', '<=', upTo)
    .where('is_seen', '=', false)
    .execute();
}

/** Removes firings older than a moment, and those beyond the newest `most` of an account, with their deliveries. */
export async function deleteOldFirings(db: Db, beforeMs: number, most: number): Promise<void> {
  await db.deleteFrom('alert_firings').where('stored_at_ms', '<', beforeMs).execute();
  const ranked = db
    .selectFrom('alert_firings')
    .select('id')
    .select(sql<number>`row_number() over (partition by user_id order by id desc)`.as('place'));
  await db
    .deleteFrom('alert_firings')
    .where('id', 'in', (from) =>
      from.selectFrom(ranked.as('ranked')).select('id').where('place', '>', most),
    )
    .execute();
}

export type PushRow = { endpoint: string; p256dh: string; auth: string };

export function findPushSubscriptions(db: Reader, userId: string): Promise<PushRow[]> {
  return db
    .selectFrom('push_subscriptions')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('user_id', '=', userId)
    .orderBy('created_at_ms', 'desc')
    .execute();
}

/** A browser belongs to the account whose session has used it last. False if the session has ended. */
export async function keepPushSubscription(
  db: Db,
  { sessionId, nowMs, ...row }: PushRow & { sessionId: string; nowMs: number },
): Promise<boolean> {
  const result = await db
    .insertInto('push_subscriptions')
    .columns(['endpoint', 'user_id', 'session_id', 'p256dh', 'auth', 'created_at_ms'])
    .expression((from) =>
      from
        .selectFrom('sessions')
        .select([
          from.val(row.endpoint).as('endpoint'),
          'user_id',
          'id',
          from.val(row.p256dh).as('p256dh'),
          from.val(row.auth).as('auth'),
          from.val(nowMs).as('created_at_ms'),
        ])
        .where('id', '=', sessionId)
        .where('ended_at_ms', 'is', null)
        // A transaction that ends the session waits for this one, and then removes the row.
        .forShare(),
    )
    .onConflict((conflict) =>
      conflict.column('endpoint').doUpdateSet((stored) => ({
        user_id: stored.ref('excluded.user_id'),
        session_id: stored.ref('excluded.session_id'),
        p256dh: stored.ref('excluded.p256dh'),
        auth: stored.ref('excluded.auth'),
        created_at_ms: stored.ref('excluded.created_at_ms'),
      })),
    )
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows) === 1;
}

/** True if the browser at this address gets the push messages of the user. */
export async function hasPushSubscription(
  db: Reader,
  { endpoint, userId }: { endpoint: string; userId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('push_subscriptions')
    .select('endpoint')
    .where('endpoint', '=', endpoint)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deletePushSubscription(
  db: Db,
  { endpoint, userId }: { endpoint: string; userId: string },
): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .where('user_id', '=', userId)
    .execute();
}

/** The mails about firings that an account was sent since a moment. */
export async function countMails(db: Reader, userId: string, sinceMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('alert_deliveries')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('channel', '=', 'mail')
    .where('state', '=', 'sent')
    .where('created_at_ms', '>=', sinceMs)
    .executeTakeFirstOrThrow();
  return Number(count);
}
