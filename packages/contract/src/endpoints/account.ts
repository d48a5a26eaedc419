import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { text } from '../text.ts';
import {
  nameLine,
  optionalName,
  phoneCountry,
  phoneNumber,
  typedPassword,
  userParams,
  userType,
} from './account-fields.ts';
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

/** Changes the caller's password by the existing one and ends the other sessions. */
export const changePassword = endpoint({
  name: 'changePassword',
  summary: "Changes the caller's password by the existing one and ends the other sessions.",
  method: 'POST',
  path: '/api/users/:id/resetPassword',
  access: 'user',
  params: userParams,
  body: z.strictObject({ currentPassword: typedPassword, newPassword: typedPassword }),
  response: z.strictObject({ message: z.string() }),
});

/** The largest number of seats that an account can have. */
export const MOST_SEATS = 1_000;

const accountChange = z
  .strictObject({
    phone: z.optional(phoneNumber),
    phoneCountry: z.optional(phoneCountry),
    firstName: z.optional(nameLine(80)),
    lastName: z.optional(nameLine(80)),
    tradingViewUsername: z.optional(z.nullable(optionalName(80))),
    userType: z.optional(userType),
    maxSeats: z.optional(z.int().check(z.minimum(0), z.maximum(MOST_SEATS))),
  })
  .check(
    z.refine((change) => Object.keys(change).length > 0, 'Nothing to change'),
    z.refine((change) => (change.phone === undefined) === (change.phoneCountry === undefined), {
      error: 'Phone and country belong together',
      path: ['phone'],
    }),
  );
export type AccountChange = z.infer<typeof accountChange>;

/**
 * Changes contact data: of oneself the phone alone, of others as a super admin. One's own new number
 * counts after its code was entered: then `needOtp` is true and says when another code may be asked for.
 */
export const updateUser = endpoint({
  name: 'updateUser',
  summary: 'Changes contact data of an account.',
  method: 'PATCH',
  path: '/api/users/:id/updateUser',
  access: 'user',
  params: userParams,
  body: accountChange,
  response: z.strictObject({
    needOtp: z.boolean(),
    /** Whether a code was sent just now; false within the pause after the one before. */
    isSent: z.optional(z.boolean()),
    /** Whether a code that was sent can be entered here. */
    hasCode: z.optional(z.boolean()),
    nextAvailableAt: z.optional(z.int()),
    cooldownSeconds: z.optional(z.int()),
  }),
});

/** A place where an account is signed in; moments are ISO 8601 in UTC. */
export const sessionEntry = z.strictObject({
  _id: z.string(),
  deviceInfo: z.string(),
  address: z.string(),
  signedInAt: z.string(),
  lastUsedAt: z.string(),
  isCurrent: z.boolean(),
});
export type SessionEntry = z.infer<typeof sessionEntry>;

/** Living sessions of oneself, or as a super admin of anybody; the last used first. */
export const listSessions = endpoint({
  name: 'listSessions',
  summary: 'Lists where an account is signed in, the last used first.',
  method: 'GET',
  path: '/api/users/:id/sessions',
  access: 'user',
  params: userParams,
  response: z.array(sessionEntry),
});

const ended = z.strictObject({ ended: z.int() });

export const endSession = endpoint({
  name: 'endSession',
  summary: 'Ends one session of an account.',
  method: 'DELETE',
  path: '/api/users/:id/sessions/:sessionId',
  access: 'user',
  params: z.extend(userParams, { sessionId: text().check(z.maxLength(64)) }),
  response: ended,
});

/** Ends all sessions of an account, the caller's own included. */
export const endAllSessions = endpoint({
  name: 'endAllSessions',
  summary: 'Ends all sessions of an account.',
  method: 'DELETE',
  path: '/api/users/:id/sessions',
  access: 'user',
  params: userParams,
  response: ended,
});
