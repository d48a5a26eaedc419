import type { Database, Db, Reader } from '../../db/index.ts';
import type { PaymentProviderName, ProviderPlan } from '../../outside/payments/payment-provider.ts';
import type { PlanSpan } from './paid-period.ts';
import type { PlanRow } from './policy.ts';

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
] as const satisfies readonly (keyof Database['plans'])[];

/** What the interface calls a plan: providers number theirs without regard to each other. */
export function planIdOf(provider: PaymentProviderName, providerPlanId: string): string {
  return provider === 'paypal' ? providerPlanId : `${provider}-${providerPlanId}`;
}

export async function findPlan(db: Reader, id: string): Promise<PlanRow | null> {
  const row = await db.selectFrom('plans').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** The plans that a subscription has had before, each from when it was seen, the oldest first. */
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

/** What can be bought of the given providers, the cheapest first. */
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

/** Stores what a provider sells now; what it does not name any more is not offered. */
export async function storePlans(
  db: Db,
  provider: PaymentProviderName,
  plans: readonly ProviderPlan[],
): Promise<void> {
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
    // The interface tells prices in one currency.
    is_offered: plan.isOffered && plan.currency === 'USD',
  }));
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('plans')
      .set({ is_offered: false })
      .where('provider', '=', provider)
      .execute();
    for (const { id, ...rest } of rows) {
      await trx
        .insertInto('plans')
        .values({ id, ...rest })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(rest))
        .execute();
    }
  });
}
