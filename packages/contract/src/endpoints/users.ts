import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { text } from '../text.ts';
import { account } from './account.ts';
import { calendarDay, optionalLine, userParams } from './account-fields.ts';
import { pageOf, pageQuery, wholeNumber } from './query-fields.ts';

/** The state of an account. An administrator's decision takes precedence over the confirmation of the address. */
export const USER_STATUSES = ['pending', 'unconfirmed', 'approved', 'revoked'] as const;
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
  /** The noted last day, or the day a subscription ends or renews, `YYYY-MM-DD`; null if there is none. */
  validUntil: z.nullable(z.string()),
  /** The seats of a commercial account that may share; null for the default number. */
  maxSeats: z.nullable(z.int()),
  /** True if the main account suspended the sub-user or has itself lost access. */
  isSeatSuspended: z.boolean(),
  /** First and last name of a sub-user's main user. */
  parentName: z.nullable(z.string()),
  /** An ISO 8601 moment in UTC. */
  createdAt: z.string(),
});
export type ManagedUser = z.infer<typeof managedUser>;

const userPage = z.extend(pageOf(managedUser), {
  /** The number of matches; null on every page but the first. */
  total: z.nullable(z.int()),
});
export type UserPage = z.infer<typeof userPage>;

/** Deleted accounts are left out. Missing filters match everything. */
export const listUsers = endpoint({
  name: 'listUsers',
  summary: 'Lists all accounts, a page at a time.',
  method: 'GET',
  path: '/api/users/all',
  access: 'superAdmin',
  query: z.strictObject({
    /** Words that the name or username must all contain; case does not matter. */
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
  params: userParams,
  response: managedUser,
} as const;

export const approveUser = endpoint({
  ...change,
  name: 'approveUser',
  summary: 'Approves a registered user and mails them.',
  path: '/api/users/:id/approve',
});

const reason = z.optional(optionalLine(500));

/** Revoking access ends the user's sessions. */
export const setUserAccess = endpoint({
  ...change,
  name: 'setUserAccess',
  summary: "Revokes or restores a user's access.",
  path: '/api/users/:id/access',
  body: z.strictObject({ accessRevoked: z.boolean(), reason }),
});

/** Ends the user's sessions, shares and subscriptions, and hides the account. */
export const deleteUser = endpoint({
  name: 'deleteUser',
  summary: 'Deletes an account.',
  method: 'DELETE',
  path: '/api/users/:id',
  access: 'superAdmin',
  params: userParams,
  body: z.strictObject({ reason }),
  response: z.strictObject({ _id: z.string() }),
});

/** Without a payment the day is cleared, even if one is sent. */
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
  body: z.strictObject({ hasSubscriptionOverride: z.boolean() }),
});

const isOne = (flags: object) =>
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
    })
    .check(z.refine(isOne, ONE_FLAG)),
});
