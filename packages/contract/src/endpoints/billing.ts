import * as z from 'zod/mini';
import { endpoint, rawBody } from '../endpoint.ts';
import { text } from '../text.ts';
import { subscription } from './account.ts';

const MAX_URL = 2_000;
const MAX_WEBHOOK_BYTES = 256 * 1_024;
const identifier = text().check(z.minLength(1), z.maxLength(128));
const billingInterval = z.enum(['MONTH', 'YEAR']);

/** What can be subscribed to; `amount` in USD. */
export const plan = z.strictObject({
  planId: z.string(),
  name: z.string(),
  description: z.string(),
  billingInterval,
  amount: z.number(),
  hasTrial: z.boolean(),
  /** Null without a trial. */
  trialDays: z.nullable(z.int()),
  provider: z.enum(['paypal', 'lemon']),
});
export type Plan = z.infer<typeof plan>;

export const listPlans = endpoint({
  name: 'listPlans',
  summary: 'Lists the plans that can be subscribed to, the cheapest first.',
  method: 'GET',
  path: '/api/paypal/plans',
  access: 'user',
  response: z.strictObject({ data: z.array(plan) }),
});

/**
 * Asks the plan's provider for a subscription. The browser is sent to `approve`; both addresses it may come back to are
 * pages of ours.
 */
export const startSubscription = endpoint({
  name: 'startSubscription',
  summary: 'Asks for a subscription and answers where the buyer approves it.',
  method: 'POST',
  path: '/api/paypal/subscription',
  access: 'user',
  body: z.strictObject({
    plan_id: identifier,
    interval: billingInterval,
    return_url: text().check(z.maxLength(MAX_URL)),
    cancel_url: text().check(z.maxLength(MAX_URL)),
  }),
  response: z.strictObject({ approve: z.string() }),
});

/** What a call about the caller's own subscription leaves behind; null where there is none. */
const ownSubscription = z.strictObject({ subscription: z.nullable(subscription) });

/**
 * The id comes from an address and is not trusted: somebody else's is not there. `isCancelled` where the buyer came back
 * by the address of those who cancel: what was not approved is then not on its way.
 */
export const confirmSubscription = endpoint({
  name: 'confirmSubscription',
  summary: "Settles a subscription of the caller's by what its provider says.",
  method: 'POST',
  path: '/api/subscriptions/confirm',
  access: 'user',
  body: z.strictObject({ subscription_id: identifier, isCancelled: z.optional(z.boolean()) }),
  response: ownSubscription,
});

/** Ends the renewal; access lasts to the end of what was paid. */
export const cancelSubscription = endpoint({
  name: 'cancelSubscription',
  summary: "Ends the renewal of the caller's subscription.",
  method: 'POST',
  path: '/api/subscriptions/cancel',
  access: 'user',
  response: ownSubscription,
});

/**
 * A caller has one subscription that renews: `subscriptionId` is the plan to change it to, the `planId` of a plan that is
 * listed. `approve` where the buyer has to agree at the provider first, who then sends them to the given pages of ours,
 * without them to the account's subscription.
 */
export const upgradeSubscription = endpoint({
  name: 'upgradeSubscription',
  summary: "Changes the caller's subscription to another plan.",
  method: 'POST',
  path: '/api/subscriptions/upgrade',
  access: 'user',
  body: z.strictObject({
    subscriptionId: identifier,
    return_url: z.optional(text().check(z.maxLength(MAX_URL))),
    cancel_url: z.optional(text().check(z.maxLength(MAX_URL))),
  }),
  response: z.strictObject({
    approve: z.nullable(z.string()),
    subscription: z.nullable(subscription),
  }),
});

/**
 * The address lasts a day at most: ask for it when somebody wants to go there. Null where nothing renews, or the provider
 * has no such page.
 */
export const findPaymentMethodPage = endpoint({
  name: 'findPaymentMethodPage',
  summary: "Answers where the payment method of the caller's subscription is changed.",
  method: 'GET',
  path: '/api/subscriptions/payment-method',
  access: 'user',
  response: z.strictObject({ url: z.nullable(z.string()) }),
});

/** A payment with what its receipt says; moments are ISO 8601 in UTC, `amount` in `currency`. */
export const payment = z.strictObject({
  _id: z.string(),
  receiptNumber: z.string(),
  planName: z.string(),
  provider: z.enum(['paypal', 'lemon']),
  amount: z.number(),
  currency: z.string(),
  status: z.enum(['paid', 'pending', 'failed', 'refunded']),
  paidAt: z.string(),
});
export type Payment = z.infer<typeof payment>;

export const listPayments = endpoint({
  name: 'listPayments',
  summary: "Lists the caller's payments, the newest first.",
  method: 'GET',
  path: '/api/subscriptions/payments',
  access: 'user',
  response: z.strictObject({ payments: z.array(payment) }),
});

const webhook = {
  method: 'POST',
  access: 'public',
  body: rawBody,
  bodyKind: 'raw',
  isSigned: true,
  bodyLimitBytes: MAX_WEBHOOK_BYTES,
  response: z.strictObject({ received: z.literal(true) }),
} as const;

export const receivePaypalEvent = endpoint({
  ...webhook,
  name: 'receivePaypalEvent',
  summary: 'Takes a signed notice of PayPal.',
  path: '/api/webhooks/paypal',
});

export const receiveLemonEvent = endpoint({
  ...webhook,
  name: 'receiveLemonEvent',
  summary: 'Takes a signed notice of Lemon Squeezy.',
  path: '/api/webhooks/lemonsqueezy',
});
