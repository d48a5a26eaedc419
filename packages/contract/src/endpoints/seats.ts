import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { text } from '../text.ts';
import { userParams } from './account-fields.ts';

/** The state of an invite; `expired` is computed at read time. */
export const seatInviteStatus = z.enum(['pending', 'accepted', 'expired', 'revoked']);
export type SeatInviteStatus = z.infer<typeof seatInviteStatus>;

/** An invite to a seat of a commercial main account; times are ISO 8601 in UTC. */
export const seatInvite = z.strictObject({
  _id: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  status: seatInviteStatus,
});
export type SeatInvite = z.infer<typeof seatInvite>;

/** A new invite with its link, which is returned only once. */
export const newSeatInvite = z.extend(seatInvite, { url: z.string() });
export type NewSeatInvite = z.infer<typeof newSeatInvite>;

/** The seats of an account: allowed, promised by invites, and occupied. */
export const seatSummary = z.strictObject({
  maxSeats: z.int(),
  seatsPending: z.int(),
  seatsUsed: z.int(),
});
export type SeatSummary = z.infer<typeof seatSummary>;

/** A member of the account; a suspended one holds no seat. */
export const subUser = z.strictObject({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  seatSuspendedByParent: z.boolean(),
});
export type SubUser = z.infer<typeof subUser>;

export const createSeatInvite = endpoint({
  name: 'createSeatInvite',
  summary: 'Creates an invite to a seat and returns its link once.',
  method: 'POST',
  path: '/api/seats/invites',
  access: 'user',
  response: newSeatInvite,
});

export const listSeatInvites = endpoint({
  name: 'listSeatInvites',
  summary: "Lists the caller's invites, newest first.",
  method: 'GET',
  path: '/api/seats/invites',
  access: 'user',
  response: z.array(seatInvite),
});

export const revokeSeatInvite = endpoint({
  name: 'revokeSeatInvite',
  summary: 'Revokes a pending invite and frees its seat.',
  method: 'POST',
  path: '/api/seats/invites/:id/revoke',
  access: 'user',
  params: userParams,
  response: seatInvite,
});

export const checkSeatInvite = endpoint({
  name: 'checkSeatInvite',
  summary: 'Checks whether an invite can be used.',
  method: 'GET',
  path: '/api/seats/invites/check',
  access: 'public',
  isMetered: true,
  query: z.strictObject({ token: text().check(z.minLength(1), z.maxLength(200)) }),
  response: z.strictObject({ isUsable: z.boolean() }),
});

export const getSeatSummary = endpoint({
  name: 'getSeatSummary',
  summary: "Counts the caller's seats.",
  method: 'GET',
  path: '/api/seats/summary',
  access: 'user',
  response: seatSummary,
});

export const listSubUsers = endpoint({
  name: 'listSubUsers',
  summary: "Lists the members of the caller's account by name.",
  method: 'GET',
  path: '/api/seats/sub-users',
  access: 'user',
  response: z.array(subUser),
});

export const revokeSubUser = endpoint({
  name: 'revokeSubUser',
  summary: 'Suspends a sub-user, ends their sessions and frees their seat.',
  method: 'POST',
  path: '/api/seats/sub-users/:id/revoke',
  access: 'user',
  params: userParams,
  response: subUser,
});

export const restoreSubUser = endpoint({
  name: 'restoreSubUser',
  summary: 'Gives a suspended sub-user a seat again.',
  method: 'POST',
  path: '/api/seats/sub-users/:id/restore',
  access: 'user',
  params: userParams,
  response: subUser,
});

export const getUserSeats = endpoint({
  name: 'getUserSeats',
  summary: "Returns a user's seats, invites and members.",
  method: 'GET',
  path: '/api/users/:id/seats',
  access: 'superAdmin',
  params: userParams,
  response: z.nullable(
    z.strictObject({
      summary: seatSummary,
      invites: z.array(seatInvite),
      subUsers: z.array(subUser),
    }),
  ),
});
