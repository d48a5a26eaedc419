import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@moneytrail/calendar';
import { settleDue } from '../payments/payment-service.ts';
import { firstPaymentMs, periodAfter, planOf } from '../payments/plans.ts';
import { addNotice } from '../payments/webhooks.ts';
import { invoiceResource, subscriptionResource } from './lemon-resources.ts';
import type {
  LemonCheckout,
  LemonContext,
  LemonInvoice,
  LemonState,
  LemonSubscription,
} from './lemon-state.ts';

/** Lemon Squeezy retries four times within two weeks, then marks the subscription as unpaid. */
const RETRIES = 4;
const RETRY_AFTER_MS = 3.5 * DAY_MS;

/** One change of one subscription. */
export type Change = (target: {
  state: LemonState;
  subscription: LemonSubscription;
  context: LemonContext;
}) => void;
type Target = Parameters<Change>[0];

/** All resources are numbered in one sequence. */
function nextId(state: LemonState): number {
  state.lastId += 1;
  return state.lastId;
}

function addEvent({ state, subscription, context }: Target, type: string, data: object): void {
  const meta = { test_mode: true, event_name: type, custom_data: subscription.custom };
  const body = JSON.stringify({ meta, data });
  addNotice(state, { id: randomUUID(), type, body, atMs: context.now() });
}

/** Sets the time of the change and adds its webhooks; every change also sends `subscription_updated`. */
export function notify(type: string, target: Target): void {
  const { subscription, context } = target;
  subscription.updatedMs = context.now();
  for (const one of new Set([type, 'subscription_updated'])) {
    addEvent(target, one, subscriptionResource(subscription, context));
  }
}

function notifyInvoice(type: string, invoice: LemonInvoice, target: Target): void {
  invoice.updatedMs = target.context.now();
  addEvent(target, type, invoiceResource(invoice, target.subscription, target.context));
}

/** The invoice whose payment is pending, or a new one. */
function openInvoice({ state, subscription, context }: Target): LemonInvoice {
  const own = state.invoices.filter(({ subscriptionId }) => subscriptionId === subscription.id);
  const pending = own.find(({ status }) => status === 'pending');
  if (pending) return pending;
  const nowMs = context.now();
  const created: LemonInvoice = {
    id: String(nextId(state)),
    subscriptionId: subscription.id,
    status: 'pending',
    billingReason: own.length === 0 ? 'initial' : 'renewal',
    totalCents: planOf(context, subscription.variantId).amountCents,
    createdMs: nowMs,
    updatedMs: nowMs,
  };
  state.invoices.push(created);
  return created;
}

function payInvoice(target: Target): void {
  const wasFailing = target.subscription.failedPayments > 0;
  const invoice = openInvoice(target);
  invoice.status = 'paid';
  target.subscription.failedPayments = 0;
  notifyInvoice('subscription_payment_success', invoice, target);
  if (wasFailing) notifyInvoice('subscription_payment_recovered', invoice, target);
}

/** Takes a payment. The next period begins at the time the payment was due, not when it was made. */
export const paySucceeds: Change = (target) => {
  const { subscription, context } = target;
  const { interval } = planOf(context, subscription.variantId);
  subscription.status = 'active';
  subscription.renewsMs = periodAfter(
    subscription.unpaidSinceMs ?? subscription.renewsMs,
    interval,
  );
  subscription.unpaidSinceMs = null;
  payInvoice(target);
  notify('subscription_updated', target);
};

/** Declines a payment and its retries until one succeeds. */
export const payFails: Change = (target) => {
  const { subscription, context } = target;
  const invoice = openInvoice(target);
  subscription.unpaidSinceMs ??= subscription.renewsMs;
  subscription.failedPayments += 1;
  subscription.renewsMs = context.now() + RETRY_AFTER_MS;
  subscription.status = subscription.failedPayments > RETRIES ? 'unpaid' : 'past_due';
  notifyInvoice('subscription_payment_failed', invoice, target);
  notify('subscription_updated', target);
};

/** Refunds the last payment; the subscription continues. */
export const refund: Change = (target) => {
  const paid = target.state.invoices.findLast(
    ({ subscriptionId, status }) => subscriptionId === target.subscription.id && status === 'paid',
  );
  if (!paid) throw new Error('no payment to refund');
  paid.status = 'refunded';
  notifyInvoice('subscription_payment_refunded', paid, target);
};

export const pause: Change = (target) => {
  target.subscription.pause ??= { mode: 'void', resumes_at: null };
  target.subscription.status = 'paused';
  notify('subscription_paused', target);
};

export const unpause: Change = (target) => {
  target.subscription.pause = null;
  target.subscription.status = 'active';
  notify('subscription_unpaused', target);
};

/** Stops the renewal; the paid period runs to its end. */
export const cancel: Change = (target) => {
  const { subscription } = target;
  subscription.status = 'cancelled';
  subscription.endsMs = subscription.unpaidSinceMs ?? subscription.renewsMs;
  notify('subscription_cancelled', target);
};

/** Reverses a cancellation before the paid period has ended. */
export const resume: Change = (target) => {
  target.subscription.status = 'active';
  target.subscription.endsMs = null;
  notify('subscription_resumed', target);
};

export const expire: Change = (target) => {
  target.subscription.status = 'expired';
  target.subscription.endsMs ??= target.context.now();
  notify('subscription_expired', target);
};

/** Ends the trial now, with its first payment. */
export const endTrial: Change = (target) => {
  target.subscription.trialEndsMs = target.context.now();
  target.subscription.renewsMs = target.context.now();
  paySucceeds(target);
};

/** The buyer pays: the subscription starts with its trial or its first payment. */
export function pay(state: LemonState, checkout: LemonCheckout, context: LemonContext): void {
  const { variantId, email, custom } = checkout;
  const plan = planOf(context, variantId);
  const nowMs = context.now();
  const trialEndsMs = plan.trialDays === null ? null : firstPaymentMs(plan, nowMs);
  const customerId = state.customers[email] ?? nextId(state);
  state.customers[email] = customerId;
  checkout.isPaid = true;
  const subscription: LemonSubscription = {
    id: String(nextId(state)),
    status: trialEndsMs === null ? 'active' : 'on_trial',
    variantId,
    email,
    custom,
    customerId,
    createdMs: nowMs,
    updatedMs: nowMs,
    trialEndsMs,
    renewsMs: trialEndsMs ?? periodAfter(nowMs, plan.interval),
    unpaidSinceMs: null,
    failedPayments: 0,
    endsMs: null,
    pause: null,
  };
  state.subscriptions.push(subscription);
  const target = { state, subscription, context };
  notify('subscription_created', target);
  if (trialEndsMs === null) payInvoice(target);
}

/** Applies everything that is due, each at its own time; returns the time of the next thing due, or null. */
export function settleLemon(state: LemonState, context: LemonContext): number | null {
  const isRenewing = ({ status }: LemonSubscription) =>
    status === 'active' || status === 'on_trial' || status === 'past_due';
  return settleDue(state.subscriptions, context.now(), {
    dueMs: (subscription) => {
      if (subscription.status === 'cancelled') return subscription.endsMs;
      return isRenewing(subscription) ? subscription.renewsMs : null;
    },
    apply: (subscription, atMs) => {
      const renew = subscription.failedPayments > 0 ? payFails : paySucceeds;
      const step = subscription.status === 'cancelled' ? expire : renew;
      step({ state, subscription, context: { ...context, now: () => atMs } });
    },
  });
}
