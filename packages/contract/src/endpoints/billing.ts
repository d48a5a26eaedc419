import * as z from 'zod/mini';
import { endpoint, rawBody } from '../endpoint.ts';
import { text } from '../text.ts';
import { subscription } from './account.ts';
import { userParams } from './account-fields.ts';
import { billingInterval } from './plans.ts';

const MAX_URL = 2_000;
const identifier = text().check(z.minLength(1), z.maxLength(128));

export const startSubscription = endpoint({
  name: 'startSubscription',
  summary: 'Starts a subscription and returns the page on which the buyer approves it.',
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

/** The subscription after a call; null if there is none. */
const ownSubscription = z.strictObject({ subscription: z.nullable(subscription) });

/** The id comes from a URL and is not trusted: other users' subscriptions are not found. */
export const confirmSubscription = endpoint({
  name: 'confirmSubscription',
  summary: 'Updates a subscription of the caller from its provider.',
  method: 'POST',
  path: '/api/subscriptions/confirm',
  access: 'user',
  body: z.strictObject({ subscription_id: identifier, isCancelled: z.optional(z.boolean()) }),
  response: z.extend(ownSubscription, { isRefused: z.boolean() }),
});

export const cancelSubscription = endpoint({
  name: 'cancelSubscription',
  summary: "Ends the renewal of the caller's subscription.",
  method: 'POST',
  path: '/api/subscriptions/cancel',
  access: 'user',
  response: ownSubscription,
});

export const resumeSubscription = endpoint({
  name: 'resumeSubscription',
  summary: "Takes back the cancellation of the caller's subscription, which renews again.",
  method: 'POST',
  path: '/api/subscriptions/resume',
  access: 'user',
  response: ownSubscription,
});

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

export const findPaymentMethodPage = endpoint({
  name: 'findPaymentMethodPage',
  summary: "Returns the page on which the caller's payment method can be changed.",
  method: 'GET',
  path: '/api/subscriptions/payment-method',
  access: 'user',
  response: z.strictObject({ url: z.nullable(z.string()) }),
});

/** A payment with the data of its receipt; times are ISO 8601 in UTC, `amount` in `currency`. */
export const payment = z.strictObject({
  _id: z.string(),
  receiptNumber: z.string(),
  planName: z.string(),
  provider: z.enum(['paypal', 'lemon']),
  amount: z.number(),
  currency: z.string(),
  status: z.enum(['paid', 'pending', 'failed', 'refunded']),
  paidAt: z.string(),
  paidThrough: z.string(),
  providerReference: z.string(),
});
export type Payment = z.infer<typeof payment>;

export const listPayments = endpoint({
  name: 'listPayments',
  summary: "Lists the caller's payments, newest first.",
  method: 'GET',
  path: '/api/subscriptions/payments',
  access: 'user',
  response: z.strictObject({ payments: z.array(payment) }),
});

export const listUserPayments = endpoint({
  name: 'listUserPayments',
  summary: "Lists a user's payments, newest first.",
  method: 'GET',
  path: '/api/users/:id/payments',
  access: 'superAdmin',
  params: userParams,
  response: z.strictObject({ payments: z.array(payment) }),
});

const webhook = {
  method: 'POST',
  access: 'public',
  body: rawBody,
  bodyKind: 'raw',
  isSigned: true,
  response: z.strictObject({ received: z.literal(true) }),
} as const;

export const receivePaypalEvent = endpoint({
  ...webhook,
  name: 'receivePaypalEvent',
  summary: 'Receives a signed webhook of PayPal.',
  path: '/api/webhooks/paypal',
});

export const receiveLemonEvent = endpoint({
  ...webhook,
  name: 'receiveLemonEvent',
  summary: 'Receives a signed webhook of Lemon Squeezy.',
  path: '/api/webhooks/lemonsqueezy',
});
