import type { Insertable, Transaction, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Database, Reader, Writer } from '../../db/index.ts';
import type { PaymentProviderName } from '../../outside/payments/payment-provider.ts';
import type { SubscriptionRow, SubscriptionState } from './policy.ts';

/** Of a `SubscriptionRow`. */
export const SUBSCRIPTION_COLUMNS = [
  'id',
  'user_id',
  'plan_id',
  'provider',
  'provider_id',
  'amount_cents',
  'currency',
  'state',
  'status',
  'asked_at_ms',
  'returned_at_ms',
  'start_ms',
  'trial_ends_ms',
  'paid_until_ms',
  'ends_ms',
  'failed_since_ms',
  'reminders',
  'end_noticed_ms',
  'missing_since_ms',
  'refusal',
  'read_at_ms',
  'version',
] as const satisfies readonly (keyof Database['provider_subscriptions'])[];

export async function insertSubscription(
  db: Writer,
  row: Insertable<Database['provider_subscriptions']>,
): Promise<void> {
  await db.insertInto('provider_subscriptions').values(row).execute();
}

export async function findSubscription(
  db: Reader,
  id: string,
  lock?: 'for update',
): Promise<SubscriptionRow | null> {
  const query = db
    .selectFrom('provider_subscriptions')
    .select(SUBSCRIPTION_COLUMNS)
    .where('id', '=', id);
  return (await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst()) ?? null;
}

export async function findByProviderId(
  db: Reader,
  provider: PaymentProviderName,
  providerId: string,
): Promise<SubscriptionRow | null> {
  const row = await db
    .selectFrom('provider_subscriptions')
    .select(SUBSCRIPTION_COLUMNS)
    .where('provider', '=', provider)
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
  return row ?? null;
}

/** Of a user, the newest first. */
export async function subscriptionsOf(db: Reader, userId: string): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('provider_subscriptions')
    .select(SUBSCRIPTION_COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('asked_at_ms', 'desc')
    .orderBy('id')
    .execute();
}

/** Changes a row, so that readings which began before are made again. */
export async function changeSubscription(
  db: Writer,
  id: string,
  change: Updateable<Database['provider_subscriptions']>,
): Promise<void> {
  await db
    .updateTable('provider_subscriptions')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** Adds a state to the history of a subscription. */
export async function addState(
  db: Writer,
  id: string,
  { state, status, plan_id, ends_ms }: SubscriptionState,
  atMs: number,
): Promise<void> {
  const row = { subscription_id: id, at_ms: atMs, state, status, plan_id, ends_ms };
  await db.insertInto('subscription_states').values(row).execute();
}

/** Subscriptions are of retail users who have access and do not share somebody else's. */
export const CANNOT_SUBSCRIBE = sql<boolean>`(
  user_type <> 'retail' or parent_user_id is not null or access_revoked or deleted_at_ms is not null
)`;

/** Whether a subscription is of any use to an account. */
export async function maySubscribe(db: Reader, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where((is) => is.not(CANNOT_SUBSCRIBE))
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a subscription without a reading of its provider. */
export async function endSubscription(
  db: Writer,
  row: SubscriptionRow,
  endsMs: number,
  nowMs: number,
): Promise<void> {
  const end = { state: 'expired', ends_ms: endsMs } as const;
  await changeSubscription(db, row.id, end);
  await addState(db, row.id, { ...row, ...end }, nowMs);
}

/** Whatever a user asks for of subscriptions happens one after the other. */
export async function lockUser(trx: Transaction<Database>, userId: string): Promise<void> {
  await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Notes that a subscription was looked at, whatever came of it. */
export async function noteRead(db: Writer, id: string, nowMs: number): Promise<void> {
  await db
    .updateTable('provider_subscriptions')
    .set({ read_at_ms: nowMs })
    .where('id', '=', id)
    .execute();
}
