import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { text } from '../text.ts';
import { account } from './account.ts';
import { calendarDay, optionalLine, userParams } from './account-fields.ts';
import { pageOf, pageQuery, wholeNumber } from './query-fields.ts';

/** Where an account stands: a decision of an administrator counts before the confirmation of its address. */
export const USER_STATUSES = ['pending', 'unconfirmed', 'approved', 'revoked'] as const;
/**
 * What opens everything to an account: `active` does now, `lapsed` did once and does not any more, `none` was never there.
 * A sub-user's is its main account's.
 */
export const USER_PAYMENTS = ['active', 'lapsed', 'none'] as const;
/** What users are sorted by: `attention` puts who waits for approval first, then the newest. */
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
  /** The last day as noted, or the day a subscription ends or renews, `YYYY-MM-DD`; null where there is none. */
  validUntil: z.nullable(z.string()),
  /** Of a commercial account that may share; null while the usual number counts. */
  maxSeats: z.nullable(z.int()),
  /** Whether a sub-user is kept out by the main account, or since that has no access any more. */
  isSeatSuspended: z.boolean(),
  /** First and last name of a sub-user's main user. */
  parentName: z.nullable(z.string()),
  /** An ISO 8601 moment in UTC. */
  createdAt: z.string(),
});
export type ManagedUser = z.infer<typeof managedUser>;

const userPage = z.extend(pageOf(managedUser), {
  /** How many fit in all; null on every page but the first. */
  total: z.nullable(z.int()),
});
export type UserPage = z.infer<typeof userPage>;

/** All accounts that were not deleted; parts of the filter that are absent do not count. */
export const listUsers = endpoint({
  name: 'listUsers',
  summary: 'All accounts, a page at a time.',
  method: 'GET',
  path: '/api/users/all',
  access: 'superAdmin',
  query: z.strictObject({
    /** Words that name or username contain, each of them, without regard to case. */
    search: z.optional(text().check(z.maxLength(100))),
    userType: z.optional(z.enum(['commercial', 'retail'])),
    status: z.optional(z.enum(USER_STATUSES)),
    payment: z.optional(z.enum(USER_PAYMENTS)),
    sort: z._default(z.enum(USER_SORTS), 'attention'),
    direction: z._default(z.enum(['asc', 'desc']), 'asc'),
    ...pageQuery,
    /** So many rows are left out before the first page; beside a cursor it counts for nothing. */
    skip: z.optional(wholeNumber({ least: 0, most: 1_000_000 })),
  }),
  response: userPage,
});

export const getUser = endpoint({
  name: 'getUser',
  summary: 'One account as super admins see it.',
  method: 'GET',
  path: '/api/users/:id',
  access: 'superAdmin',
  params: userParams,
  response: managedUser,
});

/** Lets a registered user in and mails them. */
export const approveUser = endpoint({
  name: 'approveUser',
  summary: 'Approves a registered user and mails them.',
  method: 'PATCH',
  path: '/api/users/:id/approve',
  access: 'superAdmin',
  params: userParams,
  response: managedUser,
});

const reason = z.optional(optionalLine(500));

/** Takes a user's access away, which ends their sessions, or gives it back. */
export const setUserAccess = endpoint({
  name: 'setUserAccess',
  summary: "Revokes a user's access or gives it back.",
  method: 'PATCH',
  path: '/api/users/:id/access',
  access: 'superAdmin',
  params: userParams,
  body: z.strictObject({ accessRevoked: z.boolean(), reason }),
  response: managedUser,
});

/** Signs a user out everywhere, ends what they share and pay for, and hides the account. */
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

/** What an administrator notes of a payment: without one the day is cleared, whatever is sent. */
export const setUserPayment = endpoint({
  name: 'setUserPayment',
  summary: "Notes an account's payment, and until when it is valid.",
  method: 'PATCH',
  path: '/api/users/:id/paymentDetails',
  access: 'superAdmin',
  params: userParams,
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
  response: managedUser,
});

/** Lets a retail user see everything without a subscription, or no longer. */
export const setUserOverride = endpoint({
  name: 'setUserOverride',
  summary: 'Gives a retail account access without a subscription, or takes it back.',
  method: 'PATCH',
  path: '/api/users/:id/subscriptionOverride',
  access: 'superAdmin',
  params: userParams,
  body: z.strictObject({ hasSubscriptionOverride: z.boolean() }),
  response: managedUser,
});

const isOne = (flags: object) =>
  Object.values(flags).filter((flag) => flag !== undefined).length === 1;
const ONE_FLAG = 'Exactly one flag can be changed at a time';

/** Sets one permission. */
export const setUserPermission = endpoint({
  name: 'setUserPermission',
  summary: 'Sets one permission of an account.',
  method: 'PATCH',
  path: '/api/users/:id/permissions',
  access: 'superAdmin',
  params: userParams,
  body: z
    .strictObject({
      isDetailedSummaryAllowed: z.optional(z.boolean()),
      isSuffixAllowed: z.optional(z.boolean()),
    })
    .check(z.refine(isOne, ONE_FLAG)),
  response: managedUser,
});

/** Opens or closes one feed. */
export const setUserFeedAccess = endpoint({
  name: 'setUserFeedAccess',
  summary: 'Opens or closes one feed to an account.',
  method: 'PATCH',
  path: '/api/users/:id/feedAccess',
  access: 'superAdmin',
  params: userParams,
  body: z
    .strictObject({
      isBVGAllowed: z.optional(z.boolean()),
      isFMPAllowed: z.optional(z.boolean()),
      isBitfinexAllowed: z.optional(z.boolean()),
      isTiingoAllowed: z.optional(z.boolean()),
    })
    .check(z.refine(isOne, ONE_FLAG)),
  response: managedUser,
});
