import { createHash } from 'node:crypto';
import { DAY_MS } from '@moneytrail/calendar';
import { firstPaymentMs, periodAfter } from '../payments/billing-period.ts';
import { saleResource, subscriptionResource } from './paypal-resources.ts';
import {
  addEvent,
  type PayPalContext,
  type PayPalState,
  type PayPalSubscription,
  payPalId,
  planOf,
} from './paypal-state.ts';

/** Failures in a row after which PayPal suspends. */
const FAILURE_THRESHOLD = 3;
const RETRY_AFTER_MS = 5 * DAY_MS;

/** One change of one subscription. */
export type Change = (
  state: PayPalState,
  subscription: PayPalSubscription,
  context: PayPalContext,
) => void;

/** Marks a subscription as changed now and stores the notice of it. */
export function tell(type: string): Change {
  return (state, subscription, context) => {
    subscription.updatedMs = context.now();
    const plan = planOf(context, subscription.planId);
    const resource = subscriptionResource(subscription, plan);
    addEvent(state, context, { type, resourceType: 'subscription', resource });
  };
}

/** Takes a payment; the next one is a period after the one that was due. */
export const paySucceeds: Change = (state, subscription, context) => {
  const plan = planOf(context, subscription.planId);
  const dueMs = subscription.unpaidSinceMs ?? subscription.nextBillingMs ?? context.now();
  const transaction = {
    id: payPalId('', 17),
    status: 'COMPLETED' as const,
    amountCents: plan.amountCents,
    atMs: context.now(),
  };
  const wasSuspended = subscription.status === 'SUSPENDED';
  subscription.transactions.push(transaction);
  subscription.status = 'ACTIVE';
  subscription.updatedMs = context.now();
  subscription.nextBillingMs = periodAfter(dueMs, plan.interval);
  subscription.unpaidSinceMs = null;
  subscription.failedPayments = 0;
  const resource = saleResource(transaction, subscription, plan);
  addEvent(state, context, { type: 'PAYMENT.SALE.COMPLETED', resourceType: 'sale', resource });
  if (wasSuspended) tell('BILLING.SUBSCRIPTION.RE-ACTIVATED')(state, subscription, context);
};

/** Refuses a payment and every later one, until one succeeds; the third failure in a row suspends. */
export const payFails: Change = (state, subscription, context) => {
  const plan = planOf(context, subscription.planId);
  const nowMs = context.now();
  subscription.transactions.push({
    id: payPalId('', 17),
    status: 'DECLINED',
    amountCents: plan.amountCents,
    atMs: nowMs,
  });
  subscription.unpaidSinceMs ??= subscription.nextBillingMs ?? nowMs;
  subscription.failedPayments += 1;
  subscription.nextBillingMs = nowMs + RETRY_AFTER_MS;
  tell('BILLING.SUBSCRIPTION.PAYMENT.FAILED')(state, subscription, context);
  if (subscription.failedPayments >= FAILURE_THRESHOLD) suspend(state, subscription, context);
};

/** Pays the last payment back; the subscription goes on. */
export const refund: Change = (state, subscription, context) => {
  const paid = subscription.transactions.findLast(({ status }) => status === 'COMPLETED');
  if (!paid) throw new Error('nothing was paid');
  paid.status = 'REFUNDED';
  subscription.updatedMs = context.now();
  const resource = saleResource(paid, subscription, planOf(context, subscription.planId));
  addEvent(state, context, { type: 'PAYMENT.SALE.REFUNDED', resourceType: 'sale', resource });
};

export const suspend: Change = (state, subscription, context) => {
  subscription.status = 'SUSPENDED';
  tell('BILLING.SUBSCRIPTION.SUSPENDED')(state, subscription, context);
};

export const reactivate: Change = (state, subscription, context) => {
  subscription.status = 'ACTIVE';
  tell('BILLING.SUBSCRIPTION.RE-ACTIVATED')(state, subscription, context);
};

export const cancel: Change = (state, subscription, context) => {
  subscription.status = 'CANCELLED';
  subscription.nextBillingMs = null;
  tell('BILLING.SUBSCRIPTION.CANCELLED')(state, subscription, context);
};

export const expire: Change = (state, subscription, context) => {
  subscription.status = 'EXPIRED';
  subscription.nextBillingMs = null;
  tell('BILLING.SUBSCRIPTION.EXPIRED')(state, subscription, context);
};

/** Ends the trial now, as if it had begun earlier, with its first payment. */
export const endTrial: Change = (state, subscription, context) => {
  const { trialDays } = planOf(context, subscription.planId);
  subscription.startMs = context.now() - (trialDays ?? 0) * DAY_MS;
  subscription.nextBillingMs = context.now();
  paySucceeds(state, subscription, context);
};

/** One payer for every subscription of an address. */
function payerOf(email: string): string {
  return createHash('sha256').update(email).digest('hex').slice(0, 13).toUpperCase();
}

/** The buyer agrees: the subscription begins, with its trial or its first payment; or has the other plan. */
export const approve: Change = (state, subscription, context) => {
  if (subscription.revision) {
    subscription.planId = subscription.revision.planId;
    subscription.revision = null;
    tell('BILLING.SUBSCRIPTION.UPDATED')(state, subscription, context);
    return;
  }
  const plan = planOf(context, subscription.planId);
  subscription.status = 'ACTIVE';
  subscription.startMs = context.now();
  subscription.payerId = payerOf(subscription.email ?? '');
  subscription.failedPayments = 0;
  subscription.nextBillingMs = firstPaymentMs(plan, context.now());
  tell('BILLING.SUBSCRIPTION.ACTIVATED')(state, subscription, context);
  if (plan.trialDays === null) paySucceeds(state, subscription, context);
};

/** The buyer agrees and the payment is refused: nothing begins. */
export const approvalFails: Change = (state, subscription, context) => {
  subscription.failedPayments += 1;
  tell('BILLING.SUBSCRIPTION.PAYMENT.FAILED')(state, subscription, context);
};

/** Makes up for every payment that has come due, each at its time; when the next one is, null where none will be. */
export function settleDue(state: PayPalState, context: PayPalContext): number | null {
  let nextMs: number | null = null;
  for (const subscription of state.subscriptions) {
    for (;;) {
      const { status, nextBillingMs: dueMs, failedPayments } = subscription;
      if (status !== 'ACTIVE' || dueMs === null) break;
      if (dueMs > context.now()) {
        nextMs = Math.min(nextMs ?? dueMs, dueMs);
        break;
      }
      const pay = failedPayments > 0 ? payFails : paySucceeds;
      pay(state, subscription, { ...context, now: () => dueMs });
    }
  }
  return nextMs;
}
