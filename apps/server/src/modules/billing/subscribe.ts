import { HOUR_MS } from '@moneytrail/calendar';
import {
  AppError,
  type CurrentUser,
  type confirmSubscription as confirmEndpoint,
  type RequestOf,
  type Subscription,
  type startSubscription as startEndpoint,
  type upgradeSubscription as upgradeEndpoint,
} from '@moneytrail/contract';
import { PaymentProviderError } from '../../outside/payments/payment-provider.ts';
import { findStanding, presentSubscription } from '../accounts/index.ts';
import { type Billing, providerOf, SUBSCRIPTION_PAGE } from './billing.ts';
import { findPlan } from './payments-store.ts';
import {
  isPastDue,
  isPaused,
  isRefused,
  isRenewing,
  isRunning,
  type PlanRow,
  type Refusal,
  type SubscriptionRow,
} from './policy.ts';
import { renewStanding, settle } from './settle.ts';
import {
  changeSubscription,
  findByProviderId,
  insertSubscription,
  lockUser,
  maySubscribe,
  nameSubscription,
  newSubscription,
  subscriptionsOf,
} from './subscriptions-store.ts';

type Ask = RequestOf<typeof startEndpoint>['body'];
type Buyer = Pick<CurrentUser, '_id' | 'username'>;

const NO_PLAN = 'This plan is not available any more. Please choose another one.';
const HAS_ONE = 'You have a subscription already. You can change its plan instead.';
const TRIAL_USED = 'You have used your free trial already. Please choose a plan without a trial.';
const UNPAID =
  'A payment for your present plan did not go through. Please make it good at the payment provider, or cancel that plan first.';
const PAUSED =
  'Your present plan is paused. Please resume it at the payment provider, or cancel it first.';
const NOT_CHARGED = ' You have not been charged.';
const outOfReach = (more: string) =>
  `The payment provider cannot be reached right now.${more} Please try again.`;
const refused = (more: string) =>
  `The payment provider refused this.${more} Please reload the page and try again.`;
const SHARES =
  'You share the account of a main user: a plan of your own would give you nothing more.';
const COMMERCIAL = 'Forbidden. You do not have the required permissions.';

/** Subscriptions are for retail users; commercial ones pay by agreement. */
export function assertRetail(user: CurrentUser): void {
  if (user.userType !== 'retail') throw new AppError('FORBIDDEN', COMMERCIAL);
}

/** Converts a `PaymentProviderError` for the caller; returns any other error as is. */
function asAppError(error: unknown, log: Billing['log'], more = ''): unknown {
  if (!(error instanceof PaymentProviderError)) return error;
  log.warn({ err: error }, 'a payment provider did not do what was asked');
  return error.kind === 'refused'
    ? new AppError('CONFLICT', refused(more), { cause: error })
    : new AppError('UNAVAILABLE', outOfReach(more), { cause: error });
}

/** A plan that can be bought now. */
async function findOffered(billing: Billing, id: string): Promise<PlanRow> {
  const plan = await findPlan(billing.db, id);
  if (!plan?.is_offered || !billing.payments.providers[plan.provider]) {
    throw new AppError('NOT_FOUND', NO_PLAN);
  }
  return plan;
}

/** The reason not to sell a second subscription. */
function whyNoOther(renewing: SubscriptionRow, nowMs: number): string {
  if (isPaused(renewing, nowMs)) return PAUSED;
  return isPastDue(renewing) && !isRunning(renewing, nowMs) ? UNPAID : HAS_ONE;
}

/** An approval page stays valid for this long; repeated requests lead to the same one. */
const SAME_ASK_MS = 2 * HOUR_MS;

/** Stores a user's request for a plan, if allowed; the same request within two hours reuses the row. */
async function note(billing: Billing, user: Buyer, plan: PlanRow): Promise<string> {
  const nowMs = billing.clock.now();
  return billing.db.transaction().execute(async (trx) => {
    await lockUser(trx, user._id);
    if (!(await maySubscribe(trx, user._id))) throw new AppError('CONFLICT', SHARES);
    const rows = await subscriptionsOf(trx, user._id);
    const renewing = rows.find(isRenewing);
    if (renewing) throw new AppError('CONFLICT', whyNoOther(renewing, nowMs));
    const who = { emails: [user.username], payer: null };
    if (plan.trial_days !== null && (await billing.trials.isUsed(trx, who))) {
      throw new AppError('CONFLICT', TRIAL_USED);
    }
    const same = rows.find(
      (row) =>
        row.plan_id === plan.id &&
        row.state === 'pending' &&
        // Neither has its buyer returned, nor has it been read from the provider.
        row.read_at_ms === null &&
        nowMs - row.asked_at_ms < SAME_ASK_MS &&
        row.amount_cents === plan.amount_cents &&
        row.currency === plan.currency,
    );
    if (same) return same.id;
    const known = { userId: user._id, providerId: null, status: 'ASKED', nowMs };
    const asked = newSubscription(plan, known);
    await insertSubscription(trx, asked);
    return asked.id;
  });
}

/**
 * Requests a subscription from a provider and returns the address of its approval page. The request is stored before the
 * provider is called, so that the provider's notice always finds its row.
 */
export async function startSubscription(
  billing: Billing,
  user: Buyer,
  { plan_id, interval, return_url: returnUrl, cancel_url: cancelUrl }: Ask,
): Promise<{ approve: string }> {
  const plan = await findOffered(billing, plan_id);
  if (plan.billing_interval !== interval)
    throw new AppError('BAD_REQUEST', 'interval: not the plan’s');
  const id = await note(billing, user, plan);
  try {
    const started = await providerOf(billing, plan.provider).startSubscription({
      plan: {
        id: plan.provider_plan_id,
        amountCents: plan.amount_cents,
        currency: plan.currency,
      },
      userId: user._id,
      email: user.username,
      returnUrl,
      cancelUrl,
      requestId: id,
    });
    if (started.id !== null) await nameSubscription(billing.db, id, started.id);
    return { approve: started.approveUrl };
  } catch (error) {
    throw asAppError(error, billing.log, NOT_CHARGED);
  }
}

type Confirmation = RequestOf<typeof confirmEndpoint>['body'];

const NOT_FOUND = 'The requested resource was not found.';
/** PayPal's status of a subscription that its buyer has not approved. */
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
const NOT_RUNNING = 'You have no cancelled subscription that still runs. Please choose a plan.';
const NO_WAY_BACK =
  'This payment provider cannot take a cancellation back. Please choose a plan again.';
const OTHER_PROVIDER =
  'This plan is sold by another provider. Please cancel the present one first.';
const TRIAL_ALONE =
  'A free trial can only be the first plan. Please choose a plan without a trial.';

async function present({ db }: Billing, userId: string): Promise<Subscription | null> {
  const standing = await findStanding(db, userId);
  return standing && presentSubscription(standing);
}

/** The subscription that renews or whose payment is being retried; throws 409 if there is none. */
async function findRenewing(
  { db }: Billing,
  userId: string,
): Promise<SubscriptionRow & { provider_id: string }> {
  const row = (await subscriptionsOf(db, userId)).find(isRenewing);
  if (!row || row.provider_id === null) throw new AppError('CONFLICT', NONE);
  return { ...row, provider_id: row.provider_id };
}

/** Records that the buyer has returned: the subscription is in processing until the provider decides. */
async function noteReturn(billing: Billing, row: SubscriptionRow): Promise<void> {
  if (row.returned_at_ms !== null) return;
  await billing.db.transaction().execute(async (trx) => {
    await lockUser(trx, row.user_id);
    await changeSubscription(trx, row.id, { returned_at_ms: billing.clock.now() });
    await renewStanding(billing, trx, row.user_id);
  });
}

/**
 * Settles one of the caller's subscriptions; throws 404 for another user's, since the id comes from the page's address.
 * If the provider cannot be reached, the subscription stays in processing and is settled later.
 */
export async function confirmSubscription(
  billing: Billing,
  user: CurrentUser,
  { subscription_id: providerId, isCancelled = false }: Confirmation,
): Promise<{ subscription: Subscription | null; isRefused: boolean }> {
  const row = await findByProviderId(billing.db, 'paypal', providerId);
  if (!row || row.user_id !== user._id) throw new AppError('NOT_FOUND', NOT_FOUND);
  const settled = await settle(billing, row.id).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    billing.log.warn({ err: error }, 'a subscription is settled later');
    return null;
  });
  if (settled?.refusal) throw new AppError('CONFLICT', REFUSED[settled.refusal]);
  const now = settled?.row ?? row;
  const { state, status } = now;
  const isUndecided = !isCancelled && (settled === null || status !== NOT_APPROVED);
  if (state === 'pending' && isUndecided) await noteReturn(billing, row);
  return { subscription: await present(billing, user._id), isRefused: isRefused(now) };
}

export async function cancelSubscription(
  billing: Billing,
  user: CurrentUser,
): Promise<{ subscription: Subscription | null }> {
  const { id } = await findRenewing(billing, user._id);
  try {
    // Store the end of the paid period first: the provider may drop it. Includes a renewal that has just happened.
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

/** Takes a cancellation back while access lasts; throws 409 if there is none or its provider cannot. */
export async function resumeSubscription(
  billing: Billing,
  user: CurrentUser,
): Promise<{ subscription: Subscription | null }> {
  const rows = await subscriptionsOf(billing.db, user._id);
  const renewing = rows.find(isRenewing);
  if (renewing) throw new AppError('CONFLICT', whyNoOther(renewing, billing.clock.now()));
  const row = rows.find(
    (each) => each.state === 'cancelled' && isRunning(each, billing.clock.now()),
  );
  if (!row || row.provider_id === null) throw new AppError('CONFLICT', NOT_RUNNING);
  const provider = providerOf(billing, row.provider);
  if (!provider.resumeSubscription) throw new AppError('CONFLICT', NO_WAY_BACK);
  try {
    await provider.resumeSubscription(row.provider_id);
    await settle(billing, row.id);
  } catch (error) {
    throw asAppError(error, billing.log);
  }
  return { subscription: await present(billing, user._id) };
}

/** Changes the plan of a running subscription; the buyer may have to approve it at the provider. */
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

/** The provider's page to update the payment method, requested anew each time because its address expires. */
export async function findPaymentMethodPage(
  billing: Billing,
  user: Pick<CurrentUser, '_id'>,
): Promise<{ url: string | null }> {
  const row = (await subscriptionsOf(billing.db, user._id)).find(isRenewing);
  if (!row || row.provider_id === null) return { url: null };
  try {
    return { url: await providerOf(billing, row.provider).updatePaymentUrl(row.provider_id) };
  } catch (error) {
    throw asAppError(error, billing.log);
  }
}
