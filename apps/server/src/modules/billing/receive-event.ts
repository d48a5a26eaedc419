import { AppError } from '@moneytrail/contract';
import * as z from 'zod';
import { within } from '../../deadline.ts';
import {
  BadSignatureError,
  type PaymentProviderName,
  type ProviderRequest,
} from '../../outside/payments/payment-provider.ts';
import { findUser } from '../accounts/index.ts';
import { type Billing, providerOf } from './billing.ts';
import { findEvent, insertEvent, markApplied } from './event-store.ts';
import { newSubscription } from './new-subscription.ts';
import { findUnnamed, nameSubscription } from './open-store.ts';
import { findPlan, planIdOf } from './plan-store.ts';
import { settle } from './settle.ts';
import { findByProviderId, insertSubscription } from './store.ts';

export const APPLY_EVENT = {
  name: 'billing.apply-event',
  payload: z.object({ provider: z.enum(['paypal', 'lemon']), key: z.string() }),
};

/** A notice is answered within two seconds, and sent again where it is not taken. */
const LONGEST_CHECK_MS = 1_700;
const NOT_VERIFIED = 'The notice could not be verified.';
const NOT_SIGNED = 'This is not a notice of the payment provider.';

/** Verifies a notice and stores it with the job that applies it, at most once; what it says is not believed. */
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
    // Who sends it again may do so because nothing came of it.
    if (isOpen) {
      const singletonKey = `${name}:${event.key}`;
      await billing.jobs.enqueue(APPLY_EVENT, payload, { trx, singletonKey });
    }
  });
  return { received: true };
}

type StoredEvent = NonNullable<Awaited<ReturnType<typeof findEvent>>>;

/** A subscription that a user has bought and no row waits for, as with two checkouts of one ask. */
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

/** The row that an event is of: by its id, the one whose owner asked for it and did not learn its id, or a new one. */
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

/** Settles the subscription that an event is of; doing it twice is the same as once. */
export async function applyEvent(
  billing: Billing,
  which: { provider: PaymentProviderName; key: string },
): Promise<void> {
  const { db, clock, log } = billing;
  const event = await findEvent(db, which.provider, which.key);
  if (!event || event.applied_at_ms !== null) return;
  const id = await findOrName(billing, event);
  if (id !== null) await settle(billing, id);
  else if (event.subscription_id !== null) {
    const detail = { type: event.type, key: event.key };
    log.error(detail, 'A PROVIDER TELLS OF A SUBSCRIPTION THAT NOBODY HERE HAS');
  }
  await markApplied(db, which, clock.now());
}
