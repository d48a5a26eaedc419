import { DAY_MS } from '@moneytrail/calendar';
import { firstPaymentMs, periodAfter } from '../payments/billing-period.ts';
import { invoiceResource, subscriptionResource } from './lemon-resources.ts';
import {
  addEvent,
  type LemonCheckout,
  type LemonContext,
  type LemonInvoice,
  type LemonState,
  type LemonSubscription,
  nextId,
  planOf,
} from './lemon-state.ts';

/** Four retries within two weeks, then the subscription is unpaid. */
const RETRIES = 4;
const RETRY_AFTER_MS = 3.5 * DAY_MS;

/** One change of one subscription. */
export type Change = (
  state: LemonState,
  subscription: LemonSubscription,
  context: LemonContext,
) => void;

/** Marks a subscription as changed now and stores the notices of it; every change is told as an update too. */
export function tell(type: string): Change {
  return (state, subscription, context) => {
    subscription.updatedMs = context.now();
    const types = type === 'subscription_updated' ? [type] : [type, 'subscription_updated'];
    for (const one of types) {
      const data = subscriptionResource(subscription, context);
      addEvent(state, context, { type: one, custom: subscription.custom, data });
    }
  };
}

function tellInvoice(type: string, invoice: LemonInvoice): Change {
  return (state, subscription, context) => {
    invoice.updatedMs = context.now();
    const data = invoiceResource(invoice, subscription, context);
    addEvent(state, context, { type, custom: subscription.custom, data });
  };
}

/** The invoice that waits for its payment, or a new one. */
function openInvoice(
  state: LemonState,
  { id, variantId }: LemonSubscription,
  context: LemonContext,
): LemonInvoice {
  const own = state.invoices.filter(({ subscriptionId }) => subscriptionId === id);
  const waiting = own.find(({ status }) => status === 'pending');
  if (waiting) return waiting;
  const nowMs = context.now();
  const made: LemonInvoice = {
    id: String(nextId(state)),
    subscriptionId: id,
    status: 'pending',
    billingReason: own.length === 0 ? 'initial' : 'renewal',
    totalCents: planOf(context, variantId).amountCents,
    createdMs: nowMs,
    updatedMs: nowMs,
  };
  state.invoices.push(made);
  return made;
}

/** Marks the invoice of now as paid. */
function payInvoice(
  state: LemonState,
  subscription: LemonSubscription,
  context: LemonContext,
): void {
  const wasFailing = subscription.failedPayments > 0;
  const invoice = openInvoice(state, subscription, context);
  invoice.status = 'paid';
  subscription.failedPayments = 0;
  tellInvoice('subscription_payment_success', invoice)(state, subscription, context);
  if (!wasFailing) return;
  tellInvoice('subscription_payment_recovered', invoice)(state, subscription, context);
}

/** Takes a payment; the next one is a period after the one that was due. */
export const paySucceeds: Change = (state, subscription, context) => {
  const { interval } = planOf(context, subscription.variantId);
  const paidMs = subscription.unpaidSinceMs ?? subscription.renewsMs;
  subscription.status = 'active';
  subscription.renewsMs = periodAfter(paidMs, interval);
  subscription.unpaidSinceMs = null;
  payInvoice(state, subscription, context);
  tell('subscription_updated')(state, subscription, context);
};

/** Refuses a payment and every retry, until one succeeds. */
export const payFails: Change = (state, subscription, context) => {
  const invoice = openInvoice(state, subscription, context);
  subscription.unpaidSinceMs ??= subscription.renewsMs;
  subscription.failedPayments += 1;
  subscription.renewsMs = context.now() + RETRY_AFTER_MS;
  subscription.status = subscription.failedPayments > RETRIES ? 'unpaid' : 'past_due';
  tellInvoice('subscription_payment_failed', invoice)(state, subscription, context);
  tell('subscription_updated')(state, subscription, context);
};

/** Pays the last payment back; the subscription goes on. */
export const refund: Change = (state, subscription, context) => {
  const paid = state.invoices.findLast(({ subscriptionId, status }) => {
    return subscriptionId === subscription.id && status === 'paid';
  });
  if (!paid) throw new Error('nothing was paid');
  paid.status = 'refunded';
  tellInvoice('subscription_payment_refunded', paid)(state, subscription, context);
};

/** Stops payments for a while. */
export const pause: Change = (state, subscription, context) => {
  subscription.pause ??= { mode: 'void', resumes_at: null };
  subscription.status = 'paused';
  tell('subscription_paused')(state, subscription, context);
};

export const unpause: Change = (state, subscription, context) => {
  subscription.pause = null;
  subscription.status = 'active';
  tell('subscription_unpaused')(state, subscription, context);
};

/** Ends the renewal; what was paid lasts. */
export const cancel: Change = (state, subscription, context) => {
  subscription.status = 'cancelled';
  subscription.endsMs = subscription.unpaidSinceMs ?? subscription.renewsMs;
  tell('subscription_cancelled')(state, subscription, context);
};

/** Takes a cancellation back within the time that was paid. */
export const resume: Change = (state, subscription, context) => {
  subscription.status = 'active';
  subscription.endsMs = null;
  tell('subscription_resumed')(state, subscription, context);
};

export const expire: Change = (state, subscription, context) => {
  subscription.status = 'expired';
  subscription.endsMs ??= context.now();
  tell('subscription_expired')(state, subscription, context);
};

/** Ends the trial now, with its first payment. */
export const endTrial: Change = (state, subscription, context) => {
  subscription.trialEndsMs = context.now();
  subscription.renewsMs = context.now();
  paySucceeds(state, subscription, context);
};

/** The buyer pays: the subscription begins, with its trial or its first payment. */
export function pay(state: LemonState, checkout: LemonCheckout, context: LemonContext): void {
  const { variantId, email, custom } = checkout;
  const plan = planOf(context, variantId);
  const nowMs = context.now();
  const hasTrial = plan.trialDays !== null;
  const firstMs = firstPaymentMs(plan, nowMs);
  const customerId = state.customers[email] ?? nextId(state);
  state.customers[email] = customerId;
  checkout.isPaid = true;
  const subscription: LemonSubscription = {
    ...{ id: String(nextId(state)), variantId, email, custom, customerId },
    status: hasTrial ? 'on_trial' : 'active',
    createdMs: nowMs,
    updatedMs: nowMs,
    trialEndsMs: hasTrial ? firstMs : null,
    renewsMs: hasTrial ? firstMs : periodAfter(nowMs, plan.interval),
    unpaidSinceMs: null,
    failedPayments: 0,
    endsMs: null,
    pause: null,
  };
  state.subscriptions.push(subscription);
  tell('subscription_created')(state, subscription, context);
  if (!hasTrial) payInvoice(state, subscription, context);
}

/** When something becomes due of itself; null where nothing does. */
function dueMs({ status, renewsMs, endsMs }: LemonSubscription): number | null {
  if (status === 'cancelled') return endsMs;
  return status === 'active' || status === 'on_trial' || status === 'past_due' ? renewsMs : null;
}

/** Makes up for everything that has come due, each at its time; when the next is, null where nothing will be. */
export function settleDue(state: LemonState, context: LemonContext): number | null {
  let nextMs: number | null = null;
  for (const subscription of state.subscriptions) {
    for (;;) {
      const atMs = dueMs(subscription);
      if (atMs === null) break;
      if (atMs > context.now()) {
        nextMs = Math.min(nextMs ?? atMs, atMs);
        break;
      }
      const renew = subscription.failedPayments > 0 ? payFails : paySucceeds;
      const step = subscription.status === 'cancelled' ? expire : renew;
      step(state, subscription, { ...context, now: () => atMs });
    }
  }
  return nextMs;
}
