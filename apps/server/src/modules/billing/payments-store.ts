import { isDeepStrictEqual } from 'node:util';
import { periodAfter } from '@moneytrail/contract';
import { sql } from 'kysely';
import type { Database, Db, Reader, Trx } from '../../db/index.ts';
import type {
  PaymentProviderName,
  ProviderEvent,
  ProviderPayment,
  ProviderPlan,
} from '../../outside/payments/payment-provider.ts';
import {
  type Paid,
  type PlanRow,
  type PlanSpan,
  paidOf,
  paidPlan,
  type StoredPayment,
  type SubscriptionRow,
} from './policy.ts';

/** Key of the advisory lock. */
const RECEIPTS_LOCK = 0x6d740001;

/** Summary of a subscription's stored payments. */
export async function findPaid(db: Reader, subscriptionId: string): Promise<Paid> {
  const rows = await db
    .selectFrom('payments')
    .select(['state', 'amount_cents', 'paid_at_ms', 'paid_through_ms'])
    .where('subscription_id', '=', subscriptionId)
    .orderBy('paid_at_ms')
    .orderBy('receipt')
    .execute();
  return paidOf(rows);
}

const PAYMENT_COLUMNS = [
  'payments.receipt',
  'payments.plan_name',
  'payments.provider',
  'payments.provider_id',
  'payments.state',
  'payments.amount_cents',
  'payments.currency',
  'payments.paid_at_ms',
  'payments.paid_through_ms',
] as const;

/** Money has moved. */
const isSettled = (state: StoredPayment['state']) => state === 'paid' || state === 'refunded';

/**
 * Stores payments of a subscription with the plan that each was for; a known payment keeps its receipt and takes the new
 * state. Receipt numbers have no gaps, hence the lock for new payments. Returns those that have been paid or refunded
 * since the last reading.
 */
export async function storePayments(
  trx: Trx,
  { id, provider }: SubscriptionRow,
  spans: readonly [PlanSpan, ...PlanSpan[]],
  payments: readonly ProviderPayment[],
): Promise<StoredPayment[]> {
  const settled: StoredPayment[] = [];
  for (const payment of payments) {
    const { id: providerId, state, amountCents, currency, atMs } = payment;
    const known = await trx
      .selectFrom('payments')
      .select('state')
      .where('provider', '=', provider)
      .where('provider_id', '=', providerId)
      .executeTakeFirst();
    if (known?.state === state) continue;
    if (known) {
      const changed = await trx
        .updateTable('payments')
        .set({ state })
        .where('provider', '=', provider)
        .where('provider_id', '=', providerId)
        .returning(PAYMENT_COLUMNS)
        .executeTakeFirstOrThrow();
      if (isSettled(state)) settled.push(changed);
      continue;
    }
    const plan = paidPlan(payment, spans);
    await sql`select pg_advisory_xact_lock(${RECEIPTS_LOCK})`.execute(trx);
    const added = await trx
      .insertInto('payments')
      .values({
        receipt: sql<number>`(select coalesce(max(receipt), 0) + 1 from payments)`,
        subscription_id: id,
        provider,
        provider_id: providerId,
        plan_name: plan.name,
        state,
        amount_cents: amountCents,
        currency,
        paid_at_ms: atMs,
        paid_through_ms: periodAfter(atMs, plan.billing_interval),
      })
      .returning(PAYMENT_COLUMNS)
      .executeTakeFirstOrThrow();
    // A bill of zero, as for a trial, needs no receipt by mail.
    if (isSettled(state) && amountCents > 0) settled.push(added);
  }
  return settled;
}

/** A user's payments, newest first. */
export async function paymentsOf(db: Reader, userId: string): Promise<StoredPayment[]> {
  return db
    .selectFrom('payments')
    .innerJoin('provider_subscriptions', 'provider_subscriptions.id', 'payments.subscription_id')
    .select(PAYMENT_COLUMNS)
    .where('provider_subscriptions.user_id', '=', userId)
    .orderBy('payments.paid_at_ms', 'desc')
    .orderBy('payments.receipt', 'desc')
    .execute();
}

const COLUMNS = [
  'id',
  'provider',
  'provider_plan_id',
  'name',
  'description',
  'billing_interval',
  'amount_cents',
  'currency',
  'trial_days',
  'is_offered',
  'gives_summary',
  'gives_suffix',
] as const satisfies readonly (keyof Database['plans'])[];

/** The plan's id in the API; the prefix keeps ids of the two providers apart. */
export function planIdOf(provider: PaymentProviderName, providerPlanId: string): string {
  return provider === 'paypal' ? providerPlanId : `${provider}-${providerPlanId}`;
}

export async function findPlan(db: Reader, id: string): Promise<PlanRow | null> {
  const row = await db.selectFrom('plans').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** The earlier plans of a subscription, each with the time it was first seen, oldest first. */
export async function plansBefore(db: Reader, subscriptionId: string): Promise<PlanSpan[]> {
  const rows = await db
    .selectFrom('subscription_states')
    .innerJoin('plans', 'plans.id', 'subscription_states.plan_id')
    .select(COLUMNS.map((column) => `plans.${column}` as const))
    .select('subscription_states.at_ms')
    .where('subscription_id', '=', subscriptionId)
    .orderBy('subscription_states.id')
    .execute();
  return rows.map(({ at_ms, ...plan }) => ({ plan, fromMs: at_ms }));
}

/** Plans on offer from the providers, cheapest first. */
export async function listOffered(
  db: Reader,
  providers: readonly PaymentProviderName[],
): Promise<PlanRow[]> {
  if (providers.length === 0) return [];
  return db
    .selectFrom('plans')
    .select(COLUMNS)
    .where('is_offered', '=', true)
    .where('provider', 'in', providers)
    .orderBy('amount_cents')
    .orderBy('id')
    .execute();
}

/** The rights that come with a plan, by its id in the API. */
export type PlanRights = (planId: string) => { summary: boolean; suffix: boolean };

/**
 * Stores a provider's current plans with the rights they give; plans no longer listed are taken off offer. Returns
 * whether the rights of a known plan have changed.
 */
export async function storePlans(
  db: Db,
  provider: PaymentProviderName,
  plans: readonly ProviderPlan[],
  rightsOf: PlanRights = () => ({ summary: false, suffix: false }),
): Promise<boolean> {
  const rows = plans.map((plan) => ({
    id: planIdOf(provider, plan.id),
    provider,
    provider_plan_id: plan.id,
    name: plan.name,
    description: plan.description,
    billing_interval: plan.interval,
    amount_cents: plan.amountCents,
    currency: plan.currency,
    trial_days: plan.trialDays,
    // The interface shows prices in one currency.
    is_offered: plan.isOffered && plan.currency === 'USD',
  }));
  return db.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom('plans')
      .select(['id', 'gives_summary', 'gives_suffix'])
      .where('provider', '=', provider)
      .execute();
    // Plans that are no longer listed keep their subscribers, and give what is configured for them.
    const given = known.map(({ id, ...before }) => ({ id, before, rights: givenBy(rightsOf(id)) }));
    const changed = given.filter(
      ({ before, rights }) => !isDeepStrictEqual({ ...before }, { ...rights }),
    );
    for (const { id, rights } of changed) {
      await trx.updateTable('plans').set(rights).where('id', '=', id).execute();
    }
    await trx
      .updateTable('plans')
      .set({ is_offered: false })
      .where('provider', '=', provider)
      .execute();
    for (const { id, ...plan } of rows) {
      const rest = { ...plan, ...givenBy(rightsOf(id)) };
      await trx
        .insertInto('plans')
        .values({ id, ...rest })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(rest))
        .execute();
    }
    return changed.length > 0;
  });
}

const givenBy = ({ summary, suffix }: ReturnType<PlanRights>) => ({
  gives_summary: summary,
  gives_suffix: suffix,
});

type Writer = Pick<Db, 'insertInto' | 'updateTable' | 'deleteFrom'>;

/** The provider's id of the subscription that one of these payments belongs to; null if none is known. */
async function subscriptionOfPayments(
  db: Reader,
  provider: PaymentProviderName,
  ids: readonly string[],
): Promise<string | null> {
  if (ids.length === 0) return null;
  const row = await db
    .selectFrom('payments')
    .innerJoin('provider_subscriptions as owner', 'owner.id', 'payments.subscription_id')
    .select('owner.provider_id')
    .where('payments.provider', '=', provider)
    .where('payments.provider_id', 'in', ids)
    .executeTakeFirst();
  return row?.provider_id ?? null;
}

/** False if the event is already stored. A dispute names only payments: its subscription is found by them. */
export async function insertEvent(
  db: Reader & Writer,
  provider: PaymentProviderName,
  event: ProviderEvent,
  nowMs: number,
): Promise<boolean> {
  const result = await db
    .insertInto('webhook_events')
    .values({
      provider,
      key: event.key,
      type: event.type,
      meaning: event.meaning,
      subscription_id:
        event.subscriptionId ??
        (await subscriptionOfPayments(db, provider, event.disputedPaymentIds)),
      user_id: event.userId,
      received_at_ms: nowMs,
      applied_at_ms: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0) === 1;
}

export async function findEvent(db: Reader, provider: PaymentProviderName, key: string) {
  const row = await db
    .selectFrom('webhook_events')
    .select(['provider', 'key', 'type', 'meaning', 'subscription_id', 'user_id', 'applied_at_ms'])
    .where('provider', '=', provider)
    .where('key', '=', key)
    .executeTakeFirst();
  return row ?? null;
}

export async function eventsOf(db: Reader, provider: PaymentProviderName, subscriptionId: string) {
  return db
    .selectFrom('webhook_events')
    .select(['provider', 'key', 'applied_at_ms'])
    .where('provider', '=', provider)
    .where('subscription_id', '=', subscriptionId)
    .orderBy('received_at_ms')
    .execute();
}

export async function markApplied(
  db: Writer,
  { provider, key }: { provider: PaymentProviderName; key: string },
  nowMs: number,
): Promise<void> {
  await db
    .updateTable('webhook_events')
    .set({ applied_at_ms: nowMs })
    .where('provider', '=', provider)
    .where('key', '=', key)
    .execute();
}

export async function removeStaleEvents(db: Writer, beforeMs: number): Promise<void> {
  await db
    .deleteFrom('webhook_events')
    .where('received_at_ms', '<', beforeMs)
    .where('applied_at_ms', 'is not', null)
    .execute();
}
