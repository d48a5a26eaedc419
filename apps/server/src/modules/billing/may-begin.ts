import type { Transaction } from 'kysely';
import type { Database } from '../../db/index.ts';
import type { ProviderSubscription } from '../../outside/payments/payment-provider.ts';
import { findUser } from '../accounts/index.ts';
import type { Billing } from './billing.ts';
import { planIdOf } from './plan-store.ts';
import { isRenewing, type SubscriptionRow } from './policy.ts';
import { maySubscribe, subscriptionsOf } from './store.ts';

/** Why a subscription that was approved is cancelled instead of granted. */
export type Refusal = NonNullable<SubscriptionRow['refusal']>;

/** Takes the transaction back: nothing of what may not begin is kept. */
export class RefusedError extends Error {
  readonly why: Refusal;
  constructor(why: Refusal) {
    super(`a subscription may not begin: ${why}`);
    this.name = 'RefusedError';
    this.why = why;
  }
}

/** What is granted must be what was asked for: the same plan, price and person. */
function isAsAsked(row: SubscriptionRow, { planId, userId, price }: ProviderSubscription): boolean {
  return (
    planIdOf(row.provider, planId) === row.plan_id &&
    (userId === null || userId === row.user_id) &&
    (price === null || (price.amountCents === row.amount_cents && price.currency === row.currency))
  );
}

/**
 * Throws a `RefusedError` unless a subscription may give access for the first time. A trial is noted before it is looked
 * for, so that of two who begin one at once the second waits and finds the first. Call it after `lockUser`.
 */
export async function assertMayBegin(
  { trials, clock }: Pick<Billing, 'trials' | 'clock'>,
  trx: Transaction<Database>,
  row: SubscriptionRow,
  reading: ProviderSubscription,
): Promise<void> {
  if (!isAsAsked(row, reading)) throw new RefusedError('not-as-asked');
  if (!(await maySubscribe(trx, row.user_id))) throw new RefusedError('no-use');
  const others = await subscriptionsOf(trx, row.user_id);
  if (others.some((other) => other.id !== row.id && isRenewing(other))) {
    throw new RefusedError('second');
  }
  if (reading.trialEndsMs === null || reading.trialEndsMs <= clock.now()) return;
  const user = await findUser(trx, row.user_id);
  const payer = reading.payerId === null ? null : `${row.provider}:${reading.payerId}`;
  const emails = [
    user?.username ?? row.user_id,
    ...(reading.email === null ? [] : [reading.email]),
  ];
  const who = { emails, payer };
  await trials.note(trx, who, row.id);
  if (await trials.isUsed(trx, who, row.id)) throw new RefusedError('trial-used');
}
