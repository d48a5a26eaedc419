import { HOUR_MS } from '@moneytrail/calendar';
import {
  AppError,
  type CurrentUser,
  type startSubscription as endpoint,
  type RequestOf,
} from '@moneytrail/contract';
import { PaymentProviderError } from '../../outside/payments/payment-provider.ts';
import { type Billing, providerOf } from './billing.ts';
import { newSubscription } from './new-subscription.ts';
import { nameSubscription } from './open-store.ts';
import { findPlan } from './plan-store.ts';
import {
  isPastDue,
  isPaused,
  isRenewing,
  isRunning,
  type PlanRow,
  type SubscriptionRow,
} from './policy.ts';
import { insertSubscription, lockUser, maySubscribe, subscriptionsOf } from './store.ts';

type Ask = RequestOf<typeof endpoint>['body'];
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

/** What a provider refused or could not be asked, as its caller is told. */
export function asAppError(error: unknown, log: Billing['log'], more = ''): unknown {
  if (!(error instanceof PaymentProviderError)) return error;
  log.warn({ err: error }, 'a payment provider did not do what was asked');
  return error.kind === 'refused'
    ? new AppError('CONFLICT', refused(more), { cause: error })
    : new AppError('UNAVAILABLE', outOfReach(more), { cause: error });
}

/** A plan that can be bought now. */
export async function findOffered(billing: Billing, id: string): Promise<PlanRow> {
  const plan = await findPlan(billing.db, id);
  if (!plan?.is_offered || !billing.payments.providers[plan.provider]) {
    throw new AppError('NOT_FOUND', NO_PLAN);
  }
  return plan;
}

/** Why nothing is sold beside a subscription that renews. */
function whyNoOther(renewing: SubscriptionRow, nowMs: number): string {
  if (isPaused(renewing, nowMs)) return PAUSED;
  return isPastDue(renewing) && !isRunning(renewing, nowMs) ? UNPAID : HAS_ONE;
}

/** So long an approval page stays good: who asks again is led to the same one. */
const SAME_ASK_MS = 2 * HOUR_MS;

/** Notes that a user asks for a plan, where they may; the same ask within two hours is the same row. */
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
        // Nobody has come back from it, or looked what became of it.
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
 * Asks a provider for a subscription and answers where it is approved. What was asked for is stored before the provider
 * is called, so that its notice finds whom it means whatever happens in between.
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
