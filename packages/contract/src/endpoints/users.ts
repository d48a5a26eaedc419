import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { text } from '../text.ts';
import { account } from './account.ts';
import { calendarDay, nameLine, optionalLine, userParams } from './account-fields.ts';
import { pageOf, pageQuery, seenRevision, wholeNumber } from './query-fields.ts';

/**
 * The state of an account. An administrator's decision takes precedence over the confirmation of the address. `deleted`
 * ones can be restored until they are erased.
 */
export const USER_STATUSES = ['pending', 'unconfirmed', 'approved', 'revoked', 'deleted'] as const;
/**
 * Paid access: `active` has it now, `lapsed` had it once, `none` never did. A sub-user has the state of the main
 * account.
 */
export const USER_PAYMENTS = ['active', 'lapsed', 'none'] as const;
/** Sort orders; `attention` lists accounts that wait for approval first, then the newest. */
export const USER_SORTS = [
  'attention',
  'name',
  'username',
  'type',
  'status',
  'payment',
  'created',
] as const;

/** An account as super admins see it. */
export const managedUser = z.extend(account, {
  status: z.enum(USER_STATUSES),
  payment: z.enum(USER_PAYMENTS),
  /**
   * The day until which a payment is noted, inclusive and without the days of grace, or the day a subscription ends or
   * renews, `YYYY-MM-DD`; null if there is none.
   */
  validUntil: z.nullable(z.string()),
  /** The seats of a commercial account that may share; null for the default number. */
  maxSeats: z.nullable(z.int()),
  /** True if the main account suspended the sub-user or has itself lost access. */
  isSeatSuspended: z.boolean(),
  /** First and last name of a sub-user's main user. */
  parentName: z.nullable(z.string()),
  /** An ISO 8601 moment in UTC. */
  createdAt: z.string(),
  /** Increases with every change that administrators see; a change names the one it is based on. */
  revision: z.int(),
  /** The reason given for a revocation in force; null without one. */
  revokedReason: z.nullable(z.string()),
  /** An ISO 8601 moment in UTC; null unless `deleted`. */
  deletedAt: z.nullable(z.string()),
});
export type ManagedUser = z.infer<typeof managedUser>;

const userPage = z.extend(pageOf(managedUser), {
  /** The number of matches; null on every page but the first. */
  total: z.nullable(z.int()),
});
export type UserPage = z.infer<typeof userPage>;

/** Deleted accounts are listed only by their status. Missing filters match everything else. */
export const listUsers = endpoint({
  name: 'listUsers',
  summary: 'Lists all accounts, a page at a time.',
  method: 'GET',
  path: '/api/users/all',
  access: 'superAdmin',
  query: z.strictObject({
    /**
     * Words that name, username and phone must contain together; neither case nor accents matter. A phone number may be
     * typed as people do, with blanks and the national zero.
     */
    search: z.optional(text().check(z.maxLength(100))),
    userType: z.optional(z.enum(['commercial', 'retail'])),
    status: z.optional(z.enum(USER_STATUSES)),
    payment: z.optional(z.enum(USER_PAYMENTS)),
    sort: z._default(z.enum(USER_SORTS), 'attention'),
    direction: z._default(z.enum(['asc', 'desc']), 'asc'),
    ...pageQuery,
    /** The number of rows before the first page; ignored with a cursor. */
    skip: z.optional(wholeNumber({ least: 0, most: 1_000_000 })),
  }),
  response: userPage,
});

export const getUser = endpoint({
  name: 'getUser',
  summary: 'Returns one account as super admins see it.',
  method: 'GET',
  path: '/api/users/:id',
  access: 'superAdmin',
  params: userParams,
  response: managedUser,
});

/** A change by a super admin returns the account. */
const change = {
  method: 'PATCH',
  access: 'superAdmin',
  revises: 'user',
  params: userParams,
  response: managedUser,
} as const;

export const approveUser = endpoint({
  ...change,
  name: 'approveUser',
  summary: 'Approves a registered user and mails them, or takes the approval back.',
  path: '/api/users/:id/approve',
  body: z.strictObject({ isApproved: z._default(z.boolean(), true), ...seenRevision }),
});

const LONGEST_REASON = 500;
const reason = z.optional(optionalLine(LONGEST_REASON));

/** Deletes an account that was never approved, and mails the reason to its owner. */
export const rejectUser = endpoint({
  name: 'rejectUser',
  summary: 'Rejects a registration.',
  method: 'PATCH',
  path: '/api/users/:id/reject',
  access: 'superAdmin',
  revises: 'user',
  params: userParams,
  body: z.strictObject({ reason: nameLine(LONGEST_REASON), ...seenRevision }),
  response: z.strictObject({ _id: z.string() }),
});

/** Sub-users stay suspended, sessions ended and subscriptions cancelled. 404 once the account is erased. */
export const restoreUser = endpoint({
  ...change,
  name: 'restoreUser',
  summary: 'Restores a deleted account.',
  path: '/api/users/:id/restore',
  body: z.strictObject(seenRevision),
});

/** A mail to the owner of an account, sent for an administrator. */
const letter = {
  method: 'POST',
  access: 'superAdmin',
  params: userParams,
  response: z.strictObject({ message: z.string() }),
} as const;

/** 409 if the address is confirmed. */
export const sendUserConfirmation = endpoint({
  ...letter,
  name: 'sendUserConfirmation',
  summary: 'Mails a user the link that confirms the address.',
  path: '/api/users/:id/confirmation',
});

export const sendUserPasswordReset = endpoint({
  ...letter,
  name: 'sendUserPasswordReset',
  summary: 'Mails a user the link that sets a new password.',
  path: '/api/users/:id/passwordReset',
});

/** Data of a person for administrators that are not part of the account; moments are ISO 8601 in UTC. */
export const userDetails = z.strictObject({
  /** `YYYY-MM-DD`. */
  dateOfBirth: z.nullable(z.string()),
  gender: z.nullable(z.string()),
  emailConfirmedAt: z.nullable(z.string()),
  /** The last use of any session. */
  lastActiveAt: z.nullable(z.string()),
  layouts: z.int(),
});
export type UserDetails = z.infer<typeof userDetails>;

export const getUserDetails = endpoint({
  name: 'getUserDetails',
  summary: 'Returns what is known of a user besides the account.',
  method: 'GET',
  path: '/api/users/:id/details',
  access: 'superAdmin',
  params: userParams,
  response: userDetails,
});

/** Revoking access ends the user's sessions. */
export const setUserAccess = endpoint({
  ...change,
  name: 'setUserAccess',
  summary: "Revokes or restores a user's access.",
  path: '/api/users/:id/access',
  body: z.strictObject({ accessRevoked: z.boolean(), reason, ...seenRevision }),
});

/** Ends the user's sessions, shares and subscriptions, and hides the account. */
export const deleteUser = endpoint({
  name: 'deleteUser',
  summary: 'Deletes an account.',
  method: 'DELETE',
  path: '/api/users/:id',
  access: 'superAdmin',
  revises: 'user',
  params: userParams,
  body: z.strictObject({ reason, ...seenRevision }),
  response: z.strictObject({ _id: z.string() }),
});

/**
 * Without a payment the day is cleared, even if one is sent. `paymentValidUntil` is the day after the last day paid for:
 * see `paidDay`.
 */
export const setUserPayment = endpoint({
  ...change,
  name: 'setUserPayment',
  summary: "Records an account's payment and its last valid day.",
  path: '/api/users/:id/paymentDetails',
  body: z
    .strictObject({
      hasPaid: z.boolean(),
      paymentValidUntil: z.optional(calendarDay),
      paymentDetails: text().check(
        z.trim(),
        z.minLength(1, 'This field is required'),
        z.maxLength(2_000, 'At most 2000 characters'),
      ),
      ...seenRevision,
    })
    .check(
      z.refine(({ hasPaid, paymentValidUntil }) => !hasPaid || paymentValidUntil !== undefined, {
        error: 'This field is required',
        path: ['paymentValidUntil'],
      }),
    ),
});

export const setUserOverride = endpoint({
  ...change,
  name: 'setUserOverride',
  summary: "Grants or withdraws a retail account's access without a subscription.",
  path: '/api/users/:id/subscriptionOverride',
  body: z.strictObject({ hasSubscriptionOverride: z.boolean(), ...seenRevision }),
});

const isOne = ({ revision: _, ...flags }: { revision?: number | undefined }) =>
  Object.values(flags).filter((flag) => flag !== undefined).length === 1;
const ONE_FLAG = 'Exactly one flag can be changed at a time';

export const setUserPermission = endpoint({
  ...change,
  name: 'setUserPermission',
  summary: 'Sets one permission of an account.',
  path: '/api/users/:id/permissions',
  body: z
    .strictObject({
      isDetailedSummaryAllowed: z.optional(z.boolean()),
      isSuffixAllowed: z.optional(z.boolean()),
      ...seenRevision,
    })
    .check(z.refine(isOne, ONE_FLAG)),
});

export const setUserFeedAccess = endpoint({
  ...change,
  name: 'setUserFeedAccess',
  summary: 'Opens or closes one feed to an account.',
  path: '/api/users/:id/feedAccess',
  body: z
    .strictObject({
      isBVGAllowed: z.optional(z.boolean()),
      isFMPAllowed: z.optional(z.boolean()),
      isBitfinexAllowed: z.optional(z.boolean()),
      isTiingoAllowed: z.optional(z.boolean()),
      ...seenRevision,
    })
    .check(z.refine(isOne, ONE_FLAG)),
});
