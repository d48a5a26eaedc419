import { DAY_MS, MINUTE_MS } from '@moneytrail/calendar';
import { canonicalEmail } from '@moneytrail/contract';
import type { PaymentProvider, ProviderPurchase } from '../../outside/payments/payment-provider.ts';
import type { Billing } from './billing.ts';
import { eventsOf } from './event-store.ts';
import { findAsked, findKnown, nameSubscription } from './open-store.ts';
import { findPlan, planIdOf } from './plan-store.ts';
import { applyEvent } from './receive-event.ts';
import { findByProviderId } from './store.ts';

/** Longer than any provider goes on sending a notice that is not taken. */
const TOLD_WITHIN_MS = 3 * MINUTE_MS;
/** Longer than a weekend on which no process runs. */
const LOOK_BACK_MS = 3 * DAY_MS;

/** Finds whose a purchase is that no subscription here stands for; false where it is nobody's. */
async function claim(
  billing: Billing,
  { name }: PaymentProvider,
  { id, planId, email, startMs }: ProviderPurchase,
): Promise<boolean> {
  const { db } = billing;
  const plan = await findPlan(db, planIdOf(name, planId));
  // What else a provider sells for its owner is none of ours.
  if (!plan) return true;
  const events = await eventsOf(db, name, id);
  for (const event of events) if (event.applied_at_ms === null) await applyEvent(billing, event);
  // A notice names whom it was sold to, whatever address was written.
  if (events.length > 0) return (await findByProviderId(db, name, id)) !== null;
  if (email === null) return false;
  const of = { email: canonicalEmail(email), provider: name, planId: plan.id, beforeMs: startMs };
  const asked = await findAsked(db, of);
  return asked !== null && nameSubscription(db, asked.id, id);
}

async function claimOf(
  billing: Billing,
  provider: PaymentProvider,
  signal: AbortSignal,
): Promise<string[]> {
  const { db, clock, log } = billing;
  const nowMs = clock.now();
  const listed = (await provider.listPurchases?.(nowMs - LOOK_BACK_MS)) ?? [];
  const late = listed.filter(({ startMs }) => startMs <= nowMs - TOLD_WITHIN_MS);
  const known = await findKnown(
    db,
    provider.name,
    late.map(({ id }) => id),
  );
  const unclaimed: string[] = [];
  for (const purchase of late.filter(({ id }) => !known.has(id))) {
    if (signal.aborted) break;
    const isClaimed = await claim(billing, provider, purchase).catch((err: unknown) => {
      log.warn({ err, provider: provider.name, id: purchase.id }, 'a purchase is not claimed');
      return false;
    });
    if (!isClaimed) unclaimed.push(purchase.id);
  }
  return unclaimed;
}

/**
 * Finds the owners of what providers have sold and no notice told of in time, and names their subscriptions: by a
 * notice that was stored and not applied, else by the address at the checkout, which is of the account that asked for
 * this plan before. A list tells no more of a buyer: who wrote another address cannot be told from a stranger, and is
 * granted nothing. Answers the providers' ids of those, for somebody to look at.
 */
export async function claimPurchases(billing: Billing, signal: AbortSignal): Promise<string[]> {
  const unclaimed: string[] = [];
  for (const provider of Object.values(billing.payments.providers)) {
    try {
      unclaimed.push(...(await claimOf(billing, provider, signal)));
    } catch (err) {
      billing.log.warn({ err, provider: provider.name }, 'purchases are not looked through');
    }
  }
  return unclaimed;
}
