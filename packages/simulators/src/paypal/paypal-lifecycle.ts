import { createHash, randomBytes, randomInt } from 'node:crypto';
import { DAY_MS } from '@moneytrail/calendar';
import { settleDue } from '../payments/payment-service.ts';
import { firstPaymentMs, periodAfter, planOf } from '../payments/plans.ts';
import { addNotice } from '../payments/webhooks.ts';
import { disputeResource, saleResource, subscriptionResource } from './paypal-resources.ts';
import type {
  PayPalContext,
  PayPalState,
  PayPalSubscription,
  PayPalTransaction,
} from './paypal-state.ts';

/** The number of consecutive failures after which PayPal suspends a subscription. */
const FAILURE_THRESHOLD = 3;
const RETRY_AFTER_MS = 5 * DAY_MS;

/** One change of one subscription. */
export type Change = (target: {
  state: PayPalState;
  subscription: PayPalSubscription;
  context: PayPalContext;
}) => void;
type Target = Parameters<Change>[0];

const LETTERS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A random id in PayPal's format: `I-BW452GLLEP1G`. */
export function payPalId(prefix: string, length: number): string {
  return prefix + Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

function addEvent(
  { state, context }: Target,
  event: { type: string; resourceType: 'subscription' | 'sale' | 'dispute'; resource: object },
): void {
  const id = `WH-${randomBytes(16).toString('hex').toUpperCase()}`;
  const atMs = context.now();
  const body = JSON.stringify({
    id,
    event_version: '1.0',
    create_time: new Date(atMs).toISOString(),
    resource_type: event.resourceType,
    event_type: event.type,
    summary: `Simulated ${event.type.toLowerCase()}`,
    resource: event.resource,
    links: [],
  });
  addNotice(state, { id, type: event.type, body, atMs });
}

/** Sets the time of the change and adds its webhook. */
export function notify(type: string, target: Target): void {
  const { subscription, context } = target;
  subscription.updatedMs = context.now();
  const resource = subscriptionResource(subscription, planOf(context, subscription.planId));
  addEvent(target, { type, resourceType: 'subscription', resource });
}

function notifySale(type: string, transaction: PayPalTransaction, target: Target): void {
  const { subscription, context } = target;
  subscription.updatedMs = context.now();
  const plan = planOf(context, subscription.planId);
  const resource = saleResource(transaction, subscription, plan);
  addEvent(target, { type, resourceType: 'sale', resource });
}

function addTransaction(
  { subscription, context }: Target,
  status: 'COMPLETED' | 'DECLINED',
): PayPalTransaction {
  const { amountCents } = planOf(context, subscription.planId);
  const transaction = { id: payPalId('', 17), status, amountCents, atMs: context.now() };
  subscription.transactions.push(transaction);
  return transaction;
}

/** Takes a payment. The next period begins at the time the payment was due, not when it was made. */
export const paySucceeds: Change = (target) => {
  const { subscription, context } = target;
  const { interval } = planOf(context, subscription.planId);
  const dueMs = subscription.unpaidSinceMs ?? subscription.nextBillingMs ?? context.now();
  const wasSuspended = subscription.status === 'SUSPENDED';
  subscription.status = 'ACTIVE';
  subscription.nextBillingMs = periodAfter(dueMs, interval);
  subscription.unpaidSinceMs = null;
  subscription.failedPayments = 0;
  notifySale('PAYMENT.SALE.COMPLETED', addTransaction(target, 'COMPLETED'), target);
  if (wasSuspended) notify('BILLING.SUBSCRIPTION.RE-ACTIVATED', target);
};

/** Declines a payment and its retries until one succeeds. */
export const payFails: Change = (target) => {
  const { subscription, context } = target;
  const nowMs = context.now();
  addTransaction(target, 'DECLINED');
  subscription.unpaidSinceMs ??= subscription.nextBillingMs ?? nowMs;
  subscription.failedPayments += 1;
  subscription.nextBillingMs = nowMs + RETRY_AFTER_MS;
  notify('BILLING.SUBSCRIPTION.PAYMENT.FAILED', target);
  if (subscription.failedPayments >= FAILURE_THRESHOLD) suspend(target);
};

function lastPaid({ subscription }: Target): PayPalTransaction {
  const paid = subscription.transactions.findLast(({ status }) => status === 'COMPLETED');
  if (!paid) throw new Error('no payment to give back');
  return paid;
}

/** Refunds the last payment; the subscription continues. */
export const refund: Change = (target) => {
  const paid = lastPaid(target);
  paid.status = 'REFUNDED';
  notifySale('PAYMENT.SALE.REFUNDED', paid, target);
};

/** The buyer's bank takes the last payment back; the subscription continues. */
export const reverse: Change = (target) => {
  const paid = lastPaid(target);
  paid.status = 'REVERSED';
  notifySale('PAYMENT.SALE.REVERSED', paid, target);
};

function notifyDispute(target: Target, type: string, status: 'OPEN' | 'RESOLVED'): void {
  const plan = planOf(target.context, target.subscription.planId);
  const resource = disputeResource(lastPaid(target), plan, status);
  addEvent(target, { type, resourceType: 'dispute', resource });
}

/** The buyer disputes the last payment. */
export const dispute: Change = (target) =>
  notifyDispute(target, 'CUSTOMER.DISPUTE.CREATED', 'OPEN');

/** The dispute of the last payment is decided for the seller. */
export const resolveDispute: Change = (target) =>
  notifyDispute(target, 'CUSTOMER.DISPUTE.RESOLVED', 'RESOLVED');

export const suspend: Change = (target) => {
  target.subscription.status = 'SUSPENDED';
  notify('BILLING.SUBSCRIPTION.SUSPENDED', target);
};

export const reactivate: Change = (target) => {
  target.subscription.status = 'ACTIVE';
  notify('BILLING.SUBSCRIPTION.RE-ACTIVATED', target);
};

export const cancel: Change = (target) => {
  target.subscription.status = 'CANCELLED';
  target.subscription.nextBillingMs = null;
  notify('BILLING.SUBSCRIPTION.CANCELLED', target);
};

export const expire: Change = (target) => {
  target.subscription.status = 'EXPIRED';
  target.subscription.nextBillingMs = null;
  notify('BILLING.SUBSCRIPTION.EXPIRED', target);
};

/** Ends the trial now, with its first payment, as if it had started earlier. */
export const endTrial: Change = (target) => {
  const { subscription, context } = target;
  const { trialDays } = planOf(context, subscription.planId);
  subscription.startMs = context.now() - (trialDays ?? 0) * DAY_MS;
  subscription.nextBillingMs = context.now();
  paySucceeds(target);
};

/** The buyer approves: the pending change of plan takes effect, or the subscription starts. */
export const approve: Change = (target) => {
  const { subscription, context } = target;
  if (subscription.revision) {
    subscription.planId = subscription.revision.planId;
    subscription.revision = null;
    notify('BILLING.SUBSCRIPTION.UPDATED', target);
    return;
  }
  const plan = planOf(context, subscription.planId);
  const payer = createHash('sha256').update(subscription.email ?? '');
  subscription.status = 'ACTIVE';
  subscription.startMs = context.now();
  subscription.payerId = payer.digest('hex').slice(0, 13).toUpperCase();
  subscription.failedPayments = 0;
  subscription.nextBillingMs = firstPaymentMs(plan, context.now());
  notify('BILLING.SUBSCRIPTION.ACTIVATED', target);
  if (plan.trialDays === null) paySucceeds(target);
};

/** The buyer approves but the payment is declined: the subscription does not start. */
export const approvalFails: Change = (target) => {
  target.subscription.failedPayments += 1;
  notify('BILLING.SUBSCRIPTION.PAYMENT.FAILED', target);
};

/** Takes every payment that is due, each at its own time; returns the time of the next one, or null. */
export function settlePayPal(state: PayPalState, context: PayPalContext): number | null {
  return settleDue(state.subscriptions, context.now(), {
    dueMs: ({ status, nextBillingMs }) => (status === 'ACTIVE' ? nextBillingMs : null),
    apply: (subscription, atMs) => {
      const pay = subscription.failedPayments > 0 ? payFails : paySucceeds;
      pay({ state, subscription, context: { ...context, now: () => atMs } });
    },
  });
}
