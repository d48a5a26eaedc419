import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { currentUser } from './current-user.ts';

const moment = z.nullable(z.string());

/** A user's subscription as shown; moments are ISO 8601 in UTC. */
export const subscription = z.strictObject({
  displayName: z.string(),
  plan: z.enum(['YEARLY', 'MONTHLY']),
  isActive: z.boolean(),
  isInTrial: z.boolean(),
  trialEnds: moment,
  isProcessing: z.boolean(),
  /** A payment did not go through, and the provider goes on asking for it until it is paid or cancelled. */
  isPastDue: z.boolean(),
  /** It is paused at the provider and what was paid is over: it gives no access until it is resumed. */
  isPaused: z.boolean(),
  hasUsedTrial: z.boolean(),
  provider: z.enum(['paypal', 'lemon']),
  startDate: moment,
  /** When access ends; null while the subscription renews itself. */
  endDate: moment,
  /** When it renews itself next; of one whose payment was paid back too, which is not active until then. */
  renewsAt: moment,
  paypalStatus: z.nullable(z.string()),
  lemonStatus: z.nullable(z.string()),
});
export type Subscription = z.infer<typeof subscription>;

/** Everything a user may know of an account: no hash, token, code or identifier of a provider. */
export const account = z.extend(currentUser, {
  phoneE164: z.nullable(z.string()),
  phoneCountry: z.string(),
  tradingViewUsername: z.nullable(z.string()),
  isApproved: z.boolean(),
  /** Whether the link in the first mail was used; administrators see 'Unconfirmed' until then. */
  isEmailConfirmed: z.boolean(),
  accessRevoked: z.boolean(),
  isSubUser: z.boolean(),
  parentUserId: z.nullable(z.string()),
  /** The main account's payment, computed when read; null where there is no main account. */
  parentHasPaid: z.nullable(z.boolean()),
  parentPaymentValidUntil: z.nullable(z.string()),
  hasPaid: z.boolean(),
  /** `YYYY-MM-DD`. */
  paymentValidUntil: z.nullable(z.string()),
  paymentDetails: z.nullable(z.string()),
  hasSubscriptionOverride: z.boolean(),
  subscription: z.nullable(subscription),
});
export type Account = z.infer<typeof account>;

/** The caller's own account, never a list. */
export const getAccount = endpoint({
  name: 'getAccount',
  summary: "Answers the caller's own account.",
  method: 'GET',
  path: '/api/users',
  access: 'user',
  response: account,
});
