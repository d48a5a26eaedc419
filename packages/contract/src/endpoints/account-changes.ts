// Apart from the account itself, which every page reads.

import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
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
import { seenRevision } from './query-fields.ts';

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
