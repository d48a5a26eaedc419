import { DAY_MS, MINUTE_MS } from '@moneytrail/calendar';
import { AppError, canonicalEmail } from '@moneytrail/contract';
import * as z from 'zod';
import { within } from '../../deadline.ts';
import {
  BadSignatureError,
  type PaymentProvider,
  type PaymentProviderName,
  type ProviderPurchase,
  type ProviderRequest,
} from '../../outside/payments/payment-provider.ts';
import { findUser } from '../accounts/index.ts';
import { type Billing, providerOf } from './billing.ts';
import {
  eventsOf,
  findEvent,
  findPlan,
  insertEvent,
  markApplied,
  planIdOf,
} from './payments-store.ts';
import { isRenewing } from './policy.ts';
import { settle } from './settle.ts';
import {
  findAsked,
  findByProviderId,
  findKnown,
  findSubscription,
  findUnnamed,
  insertSubscription,
  nameSubscription,
  newSubscription,
} from './subscriptions-store.ts';

export const APPLY_EVENT = {
  name: 'billing.apply-event',
  payload: z.object({ provider: z.enum(['paypal', 'lemon']), key: z.string() }),
};

/** Providers expect an answer within two seconds and resend unaccepted notices. */
const LONGEST_CHECK_MS = 1_700;
const NOT_VERIFIED = 'The notice could not be verified.';
const NOT_SIGNED = 'This is not a notice of the payment provider.';

/** Verifies a notice and stores it once with the job that applies it; its content is only a hint. */
export async function receiveEvent(
  billing: Billing,
  name: PaymentProviderName,
  request: ProviderRequest,
): Promise<{ received: true }> {
  const provider = providerOf(billing, name);
  const late = () => {
    throw new AppError('UNAVAILABLE', NOT_VERIFIED);
  };
  const { noticeMs = LONGEST_CHECK_MS } = billing.waits ?? {};
  const event = await within(provider.readEvent(request), noticeMs, late).catch(
    (error: unknown) => {
      if (error instanceof AppError) throw error;
      if (error instanceof BadSignatureError) throw new AppError('BAD_REQUEST', NOT_SIGNED);
      throw new AppError('UNAVAILABLE', NOT_VERIFIED, { cause: error });
    },
  );
  await billing.db.transaction().execute(async (trx) => {
    await insertEvent(trx, name, event, billing.clock.now());
    const known = await findEvent(trx, name, event.key);
    const payload = { provider: name, key: event.key };
    const isOpen = known !== null && known.applied_at_ms === null;
    // A repeated notice may mean that the first one was never applied.
    if (isOpen) {
      const singletonKey = `${name}:${event.key}`;
      await billing.jobs.enqueue(APPLY_EVENT, payload, { trx, singletonKey });
    }
  });
  return { received: true };
}

type StoredEvent = NonNullable<Awaited<ReturnType<typeof findEvent>>>;

/** Adds a subscription that a user bought without an open request, as with two checkouts of one request. */
async function addUnexpected(
  billing: Billing,
  of: { userId: string; providerId: string; planId: string },
): Promise<string | null> {
  const { db, clock } = billing;
  const plan = await findPlan(db, of.planId);
  const user = await findUser(db, of.userId);
  if (!plan || !user) return null;
  const known = { userId: user.id, providerId: of.providerId, status: 'TOLD', nowMs: clock.now() };
  const told = newSubscription(plan, known);
  await insertSubscription(db, told);
  return told.id;
}

/** The row of an event: by its provider id, else the owner's open request without one, else a new row. */
async function findOrName(
  billing: Billing,
  { provider, subscription_id: providerId, user_id }: StoredEvent,
): Promise<string | null> {
  const { db } = billing;
  if (providerId === null) return null;
  const known = await findByProviderId(db, provider, providerId);
  if (known) return known.id;
  const reading = await providerOf(billing, provider).readSubscription(providerId);
  const userId = reading?.userId ?? user_id;
  if (!reading || userId === null) return null;
  const planId = planIdOf(provider, reading.planId);
  const unnamed = await findUnnamed(db, { userId, provider, planId });
  if (unnamed && (await nameSubscription(db, unnamed.id, providerId))) return unnamed.id;
  return addUnexpected(billing, { userId, providerId, planId });
}

const ALARMS = {
  disputed: 'A BUYER DISPUTES A PAYMENT',
  'dispute-closed': 'THE DISPUTE OF A PAYMENT IS CLOSED',
  reversed: 'A PAYMENT WAS TAKEN BACK FROM US',
} as const;

/**
 * Records a dispute or a reversal for administrators, once. A reversed payment also ends the renewal: the buyer would
 * dispute the next charge as well.
 */
async function applyDispute(
  billing: Billing,
  { provider: name, key, meaning, type }: StoredEvent & { meaning: keyof typeof ALARMS },
  id: string | null,
): Promise<void> {
  const { db, audit, clock, log } = billing;
  const row = id === null ? null : await findSubscription(db, id);
  if (meaning === 'reversed' && row?.provider_id && isRenewing(row)) {
    await providerOf(billing, name).cancelSubscription(
      row.provider_id,
      'Its payment was reversed.',
    );
    await settle(billing, row.id);
  }
  log.error({ subscription: id, type, key }, ALARMS[meaning]);
  await db.transaction().execute(async (trx) => {
    await audit.append(trx, {
      action: `subscription.${meaning}`,
      actorId: null,
      subjectId: row?.user_id ?? null,
      after: { subscription: id, provider: name },
    });
    await markApplied(trx, { provider: name, key }, clock.now());
  });
}

/** Settles the subscription of an event; idempotent. */
export async function applyEvent(
  billing: Billing,
  which: { provider: PaymentProviderName; key: string },
): Promise<void> {
  const { db, clock, log } = billing;
  const event = await findEvent(db, which.provider, which.key);
  if (!event || event.applied_at_ms !== null) return;
  const id = await findOrName(billing, event);
  if (id !== null) await settle(billing, id);
  const { meaning } = event;
  if (meaning !== 'changed') return applyDispute(billing, { ...event, meaning }, id);
  if (id === null && event.subscription_id !== null) {
    const detail = { type: event.type, key: event.key };
    log.error(detail, 'A PROVIDER TELLS OF A SUBSCRIPTION THAT NOBODY HERE HAS');
  }
  await markApplied(db, which, clock.now());
}

/** Longer than any provider keeps resending a notice. */
const TOLD_WITHIN_MS = 3 * MINUTE_MS;
/** Longer than a weekend on which no process runs. */
const LOOK_BACK_MS = 3 * DAY_MS;

/** Finds the owner of an unknown purchase; false if there is none. */
async function claim(
  billing: Billing,
  { name }: PaymentProvider,
  { id, planId, email, startMs }: ProviderPurchase,
): Promise<boolean> {
  const { db } = billing;
  const plan = await findPlan(db, planIdOf(name, planId));
  // The operator may sell other products through the same provider.
  if (!plan) return true;
  const events = await eventsOf(db, name, id);
  for (const event of events) if (event.applied_at_ms === null) await applyEvent(billing, event);
  // A notice names the buyer's account, whatever address was entered at the checkout.
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
 * Finds the owners of purchases for which no notice arrived in time and sets their subscriptions' provider ids: by a
 * stored notice that was not applied, else by the checkout's address if its account requested this plan before. Any
 * other buyer cannot be told from a stranger and is granted nothing. Returns the provider ids of unclaimed purchases for
 * manual review.
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
