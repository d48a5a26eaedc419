import { sql } from 'kysely';
import type { Db, Reader } from '../../db/index.ts';
import type { PaymentProviderName } from '../../outside/payments/payment-provider.ts';
import type { SubscriptionRow } from './policy.ts';
import { SUBSCRIPTION_COLUMNS } from './store.ts';

type Writer = Pick<Db, 'updateTable'>;

/** What the user asked for last and the provider has not named yet: a notice of a new subscription means it. */
export async function findUnnamed(
  db: Reader,
  of: { userId: string; provider: PaymentProviderName; planId: string },
): Promise<SubscriptionRow | null> {
  const row = await db
    .selectFrom('provider_subscriptions')
    .select(SUBSCRIPTION_COLUMNS)
    .where('user_id', '=', of.userId)
    .where('provider', '=', of.provider)
    .where('plan_id', '=', of.planId)
    .where('provider_id', 'is', null)
    .where('state', '=', 'pending')
    .orderBy('asked_at_ms', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Which of a provider's ids are of subscriptions here. */
export async function findKnown(
  db: Reader,
  provider: PaymentProviderName,
  ids: readonly string[],
): Promise<ReadonlySet<string | null>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('provider_subscriptions')
    .select('provider_id')
    .where('provider', '=', provider)
    .where('provider_id', 'in', ids)
    .execute();
  return new Set(rows.map((row) => row.provider_id));
}

/** What the user of an address asked for last before a moment, and the provider has not named yet. */
export async function findAsked(
  db: Reader,
  of: { email: string; provider: PaymentProviderName; planId: string; beforeMs: number },
): Promise<SubscriptionRow | null> {
  const row = await db
    .selectFrom('provider_subscriptions')
    .select(SUBSCRIPTION_COLUMNS)
    .where('provider', '=', of.provider)
    .where('plan_id', '=', of.planId)
    .where('provider_id', 'is', null)
    .where('state', '=', 'pending')
    .where('asked_at_ms', '<=', of.beforeMs)
    .where('user_id', 'in', (users) =>
      users.selectFrom('users').select('users.id').where('username', '=', of.email),
    )
    .orderBy('asked_at_ms', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Names a subscription that its provider had not named; false where somebody else did. */
export async function nameSubscription(
  db: Writer,
  id: string,
  providerId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('provider_subscriptions')
    .set({ provider_id: providerId, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('provider_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** How long ago something was asked for, and how often it is looked at then. */
export type LookPlan = readonly { askedWithinMs: number; everyMs: number }[];

/** What has never begun and may have been approved or paid since: the longest unread first. */
export async function listOpen(
  db: Reader,
  plan: LookPlan,
  nowMs: number,
  most: number,
): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('provider_subscriptions')
    .select(SUBSCRIPTION_COLUMNS)
    .where('start_ms', 'is', null)
    .where('provider_id', 'is not', null)
    .where((is) =>
      is.or(
        plan.map(({ askedWithinMs, everyMs }) =>
          is.and([
            is('asked_at_ms', '>', nowMs - askedWithinMs),
            is.or([is('read_at_ms', 'is', null), is('read_at_ms', '<=', nowMs - everyMs)]),
          ]),
        ),
      ),
    )
    .orderBy(sql`read_at_ms nulls first`)
    .orderBy('id')
    .limit(most)
    .execute();
}
