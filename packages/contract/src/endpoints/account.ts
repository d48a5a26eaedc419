import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { currentUser, permissions } from './current-user.ts';

const moment = z.nullable(z.string());

/** A user's subscription as the interface shows it; times are ISO 8601 in UTC. */
export const subscription = z.strictObject({
  displayName: z.string(),
  plan: z.enum(['YEARLY', 'MONTHLY']),
  isActive: z.boolean(),
  isInTrial: z.boolean(),
  trialEnds: moment,
  isProcessing: z.boolean(),
  isPastDue: z.boolean(),
  isPaused: z.boolean(),
  hasUsedTrial: z.boolean(),
  provider: z.enum(['paypal', 'lemon']),
  startDate: moment,
  endDate: moment,
  renewsAt: moment,
  amount: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  canResume: z.boolean(),
  /** The rights that come with the plan while it is active. */
  permissions,
  paypalStatus: z.nullable(z.string()),
  lemonStatus: z.nullable(z.string()),
});
export type Subscription = z.infer<typeof subscription>;

/** All account data a user may see: no hashes, tokens, codes or provider ids. */
export const account = z.extend(currentUser, {
  phoneE164: z.nullable(z.string()),
  phoneCountry: z.string(),
  tradingViewUsername: z.nullable(z.string()),
  isApproved: z.boolean(),
  isEmailConfirmed: z.boolean(),
  accessRevoked: z.boolean(),
  isSubUser: z.boolean(),
  parentUserId: z.nullable(z.string()),
  parentHasPaid: z.nullable(z.boolean()),
  parentPaymentValidUntil: z.nullable(z.string()),
  hasPaid: z.boolean(),
  paymentValidUntil: z.nullable(z.string()),
  paymentDetails: z.nullable(z.string()),
  hasSubscriptionOverride: z.boolean(),
  subscription: z.nullable(subscription),
});
export type Account = z.infer<typeof account>;

export const getAccount = endpoint({
  name: 'getAccount',
  summary: "Returns the caller's own account.",
  method: 'GET',
  path: '/api/users',
  access: 'user',
  response: account,
});
