import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { text } from '../text.ts';
import {
  codeWasFor,
  nameLine,
  optionalName,
  phoneCountry,
  phoneEnding,
  phoneNumber,
  typedPassword,
  userParams,
  userType,
} from './account-fields.ts';
import { currentUser, permissions } from './current-user.ts';
import { seenRevision } from './query-fields.ts';

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

export const changePassword = endpoint({
  name: 'changePassword',
  summary: "Changes the caller's password, given the current one, and ends all other sessions.",
  method: 'POST',
  path: '/api/users/:id/resetPassword',
  access: 'user',
  params: userParams,
  body: z.strictObject({ currentPassword: typedPassword, newPassword: typedPassword }),
  response: z.strictObject({ message: z.string() }),
});

/** The largest number of seats of an account. */
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
    ...seenRevision,
  })
  .check(
    z.refine(({ revision: _, ...change }) => Object.keys(change).length > 0, 'Nothing to change'),
    z.refine((change) => (change.phone === undefined) === (change.phoneCountry === undefined), {
      error: 'Phone and country belong together',
      path: ['phone'],
    }),
  );
export type AccountChange = z.infer<typeof accountChange>;

export const updateUser = endpoint({
  name: 'updateUser',
  summary: 'Changes the contact details of an account.',
  method: 'PATCH',
  path: '/api/users/:id/updateUser',
  access: 'user',
  revises: 'user',
  params: userParams,
  body: accountChange,
  response: z.strictObject({
    needOtp: z.boolean(),
    isSent: z.optional(z.boolean()),
    hasCode: z.optional(z.boolean()),
    codeWasFor,
    phoneEnding,
    nextAvailableAt: z.optional(z.int()),
    cooldownSeconds: z.optional(z.int()),
  }),
});

/** A session of an account; times are ISO 8601 in UTC. */
export const sessionEntry = z.strictObject({
  _id: z.string(),
  deviceInfo: z.string(),
  address: z.string(),
  signedInAt: z.string(),
  lastUsedAt: z.string(),
  isCurrent: z.boolean(),
});
export type SessionEntry = z.infer<typeof sessionEntry>;

export const listSessions = endpoint({
  name: 'listSessions',
  summary: 'Lists the sessions of an account, last used first.',
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

export const endAllSessions = endpoint({
  name: 'endAllSessions',
  summary: 'Ends all sessions of an account.',
  method: 'DELETE',
  path: '/api/users/:id/sessions',
  access: 'user',
  params: userParams,
  response: ended,
});
