import {
  AppError,
  type CurrentUser,
  type confirmSubscription as endpoint,
  type RequestOf,
  type Subscription,
  type upgradeSubscription as upgradeEndpoint,
} from '@moneytrail/contract';
import { findStanding, presentSubscription } from '../accounts/index.ts';
import { renewStanding } from './apply-reading.ts';
import { type Billing, providerOf, SUBSCRIPTION_PAGE } from './billing.ts';
import type { Refusal } from './may-begin.ts';
import { isRenewing, type SubscriptionRow } from './policy.ts';
import { settle } from './settle.ts';
import { asAppError, findOffered } from './start-subscription.ts';
import { changeSubscription, findByProviderId, lockUser, subscriptionsOf } from './store.ts';

type Confirmation = RequestOf<typeof endpoint>['body'];

const NOT_FOUND = 'The requested resource was not found.';
/** PayPal's word for what its buyer has not agreed to. */
const NOT_APPROVED = 'APPROVAL_PENDING';
const REFUSED: Record<Refusal, string> = {
  'trial-used':
    'This plan begins with a free trial, and one has been used before. It was cancelled; please choose a plan without a trial.',
  'no-use': 'Your account cannot use a subscription. This one was cancelled.',
  second: 'You have another plan that renews. This one was cancelled.',
  'not-as-asked':
    'This subscription is not what was asked for. It was cancelled; please choose again.',
};
const NONE = 'You have no subscription that renews.';
const OTHER_PROVIDER =
  'This plan is sold by another provider. Please cancel the present one first.';
const TRIAL_ALONE =
  'A free trial can only be the first plan. Please choose a plan without a trial.';

/** What the caller's page shows of their subscriptions now. */
async function present({ db }: Billing, userId: string): Promise<Subscription | null> {
  const standing = await findStanding(db, userId);
  return standing && presentSubscription(standing);
}

/** The subscription that renews, or whose payment is still tried; throws 409 where there is none. */
async function findRenewing(
  { db }: Billing,
  userId: string,
): Promise<SubscriptionRow & { provider_id: string }> {
  const row = (await subscriptionsOf(db, userId)).find(isRenewing);
  if (!row || row.provider_id === null) throw new AppError('CONFLICT', NONE);
  return { ...row, provider_id: row.provider_id };
}

/** The buyer is back: until the provider has decided, the subscription is being processed. */
async function noteReturn(billing: Billing, row: SubscriptionRow): Promise<void> {
  if (row.returned_at_ms !== null) return;
  await billing.db.transaction().execute(async (trx) => {
    await lockUser(trx, row.user_id);
    await changeSubscription(trx, row.id, { returned_at_ms: billing.clock.now() });
    await renewStanding(billing, trx, row.user_id);
  });
}

/**
 * Settles a subscription of the caller's. The id comes from an address: one of somebody else's is not there. Where the
 * provider cannot be asked, the subscription stays in processing and is settled later.
 */
export async function confirmSubscription(
  billing: Billing,
  user: CurrentUser,
  { subscription_id: providerId, isCancelled = false }: Confirmation,
): Promise<{ subscription: Subscription | null }> {
  const row = await findByProviderId(billing.db, 'paypal', providerId);
  if (!row || row.user_id !== user._id) throw new AppError('NOT_FOUND', NOT_FOUND);
  const settled = await settle(billing, row.id).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    billing.log.warn({ err: error }, 'a subscription is settled later');
    return null;
  });
  if (settled?.refusal) throw new AppError('CONFLICT', REFUSED[settled.refusal]);
  const { state, status } = settled?.row ?? row;
  const isUndecided = !isCancelled && (settled === null || status !== NOT_APPROVED);
  if (state === 'pending' && isUndecided) await noteReturn(billing, row);
  return { subscription: await present(billing, user._id) };
}

/** Ends the renewal. What is paid until when is stored before the provider is called. */
export async function cancelSubscription(
  billing: Billing,
  user: CurrentUser,
): Promise<{ subscription: Subscription | null }> {
  const { id } = await findRenewing(billing, user._id);
  try {
    // Stores the end of what is paid, which the provider may forget; a renewal of a moment ago counts.
    await settle(billing, id);
    const row = await findRenewing(billing, user._id);
    const provider = providerOf(billing, row.provider);
    await provider.cancelSubscription(row.provider_id, 'Cancelled by the subscriber.');
    await settle(billing, id);
  } catch (error) {
    throw asAppError(error, billing.log);
  }
  return { subscription: await present(billing, user._id) };
}

/** Changes the plan of a running subscription; the buyer may have to agree at the provider first. */
export async function changePlan(
  billing: Billing,
  user: CurrentUser,
  { subscriptionId: planId, return_url, cancel_url }: RequestOf<typeof upgradeEndpoint>['body'],
): Promise<{ approve: string | null; subscription: Subscription | null }> {
  const page = billing.publicUrl + SUBSCRIPTION_PAGE;
  const row = await findRenewing(billing, user._id);
  const plan = await findOffered(billing, planId);
  if (plan.provider !== row.provider) throw new AppError('CONFLICT', OTHER_PROVIDER);
  if (plan.trial_days !== null) throw new AppError('CONFLICT', TRIAL_ALONE);
  try {
    const { approveUrl } = await providerOf(billing, row.provider).changePlan(row.provider_id, {
      planId: plan.provider_plan_id,
      returnUrl: return_url ?? `${page}&paypalReturned=true`,
      cancelUrl: cancel_url ?? `${page}&paypalCancelled=true`,
    });
    if (approveUrl === null) await settle(billing, row.id);
    return { approve: approveUrl, subscription: await present(billing, user._id) };
  } catch (error) {
    throw asAppError(error, billing.log);
  }
}
