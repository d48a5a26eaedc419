import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/index.ts';
import type { ProviderPayment } from '../../outside/payments/payment-provider.ts';
import type { PlanRow, SubscriptionRow } from './policy.ts';

type Reader = Pick<Kysely<Database>, 'selectFrom'>;

/** Names the lock among those of the database. */
const RECEIPTS_LOCK = 0x6d740001;

/**
 * Stores payments of a subscription; one that is known keeps its receipt and takes over what became of it. Receipts are
 * numbered without gaps, so that who stores new ones does it alone.
 */
export async function storePayments(
  trx: Transaction<Database>,
  { id, provider }: SubscriptionRow,
  plan: PlanRow,
  payments: readonly ProviderPayment[],
): Promise<void> {
  for (const { id: providerId, state, amountCents, currency, atMs } of payments) {
    const { numUpdatedRows } = await trx
      .updateTable('payments')
      .set({ state })
      .where('provider', '=', provider)
      .where('provider_id', '=', providerId)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) continue;
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
