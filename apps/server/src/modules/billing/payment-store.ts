import { sql, type Transaction } from 'kysely';
import type { Database, Reader } from '../../db/index.ts';
import type { ProviderPayment } from '../../outside/payments/payment-provider.ts';
import { type Paid, type PlanSpan, paidOf, paidPlan, periodAfter } from './paid-period.ts';
import type { SubscriptionRow } from './policy.ts';

/** Names the lock among those of the database. */
const RECEIPTS_LOCK = 0x6d740001;

/** What the payments of a subscription that are stored come to. */
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

/**
 * Stores payments of a subscription with the plan that each was for, of those it has had; one that is known keeps its
 * receipt and takes over what became of it. Receipts are numbered without gaps, so that who stores new ones does it
 * alone.
 */
export async function storePayments(
  trx: Transaction<Database>,
  { id, provider }: SubscriptionRow,
  spans: readonly [PlanSpan, ...PlanSpan[]],
  payments: readonly ProviderPayment[],
): Promise<void> {
  for (const payment of payments) {
    const { id: providerId, state, amountCents, currency, atMs } = payment;
    const { numUpdatedRows } = await trx
      .updateTable('payments')
      .set({ state })
      .where('provider', '=', provider)
      .where('provider_id', '=', providerId)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) continue;
    const plan = paidPlan(payment, spans);
    await sql`select pg_advisory_xact_lock(${RECEIPTS_LOCK})`.execute(trx);
    await trx
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
      .execute();
  }
}

/** A user's payments, the newest first. */
export async function paymentsOf(db: Reader, userId: string) {
  return db
    .selectFrom('payments')
    .innerJoin('provider_subscriptions', 'provider_subscriptions.id', 'payments.subscription_id')
    .select([
      'payments.receipt',
      'payments.plan_name',
      'payments.provider',
      'payments.state',
      'payments.amount_cents',
      'payments.currency',
      'payments.paid_at_ms',
    ])
    .where('provider_subscriptions.user_id', '=', userId)
    .orderBy('payments.paid_at_ms', 'desc')
    .orderBy('payments.receipt', 'desc')
    .execute();
}
