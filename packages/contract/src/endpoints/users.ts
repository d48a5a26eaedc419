import * as z from 'zod/mini';
import { USER_PAYMENTS, USER_SORTS, USER_STATUSES } from '../accounts/user-filters.ts';
import { endpoint } from '../endpoint.ts';
import { text } from '../text.ts';
import { account } from './account.ts';
import { calendarDay, nameLine, optionalLine, userParams } from './account-fields.ts';
import { pageOf, pageQuery, seenRevision, wholeNumber } from './query-fields.ts';

/** An account as super admins see it. */
export const managedUser = z.extend(account, {
  status: z.enum(USER_STATUSES),
  payment: z.enum(USER_PAYMENTS),
  validUntil: z.nullable(z.string()),
  maxSeats: z.nullable(z.int()),
  isSeatSuspended: z.boolean(),
  parentName: z.nullable(z.string()),
  createdAt: z.string(),
  revision: z.int(),
  revokedReason: z.nullable(z.string()),
  deletedAt: z.nullable(z.string()),
});
export type ManagedUser = z.infer<typeof managedUser>;

const userPage = z.extend(pageOf(managedUser), {
  total: z.nullable(z.int()),
});
export type UserPage = z.infer<typeof userPage>;

export const listUsers = endpoint({
  name: 'listUsers',
  summary: 'Lists all accounts, a page at a time.',
  method: 'GET',
  path: '/api/users/all',
  access: 'superAdmin',
  query: z.strictObject({
    search: z.optional(text().check(z.maxLength(100))),
    userType: z.optional(z.enum(['commercial', 'retail'])),
    status: z.optional(z.enum(USER_STATUSES)),
    payment: z.optional(z.enum(USER_PAYMENTS)),
    sort: z._default(z.enum(USER_SORTS), 'attention'),
    direction: z._default(z.enum(['asc', 'desc']), 'asc'),
    ...pageQuery,
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
  dateOfBirth: z.nullable(z.string()),
  gender: z.nullable(z.string()),
  emailConfirmedAt: z.nullable(z.string()),
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

export const setUserAccess = endpoint({
  ...change,
  name: 'setUserAccess',
  summary: "Revokes or restores a user's access.",
  path: '/api/users/:id/access',
  body: z.strictObject({ accessRevoked: z.boolean(), reason, ...seenRevision }),
});

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
