import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { text } from '../text.ts';
import { userParams } from './account-fields.ts';

/** Where an invite stands; `expired` is decided by the time of the question. */
export const seatInviteStatus = z.enum(['pending', 'accepted', 'expired', 'revoked']);
export type SeatInviteStatus = z.infer<typeof seatInviteStatus>;

/** An invite to a seat of a commercial main account; moments are ISO 8601 in UTC. */
export const seatInvite = z.strictObject({
  _id: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  status: seatInviteStatus,
});
export type SeatInvite = z.infer<typeof seatInvite>;

/** An invite just made, with the link that is told this once. */
export const newSeatInvite = z.extend(seatInvite, { url: z.string() });
export type NewSeatInvite = z.infer<typeof newSeatInvite>;

/** How many seats an account has, has promised and has filled. */
export const seatSummary = z.strictObject({
  maxSeats: z.int(),
  seatsPending: z.int(),
  seatsUsed: z.int(),
});
export type SeatSummary = z.infer<typeof seatSummary>;

/** Somebody who shares the account; a suspended one holds no seat. */
export const subUser = z.strictObject({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  seatSuspendedByParent: z.boolean(),
});
export type SubUser = z.infer<typeof subUser>;

/** Promises a seat; the link is told once and never again. 409 where no seat is free. */
export const createSeatInvite = endpoint({
  name: 'createSeatInvite',
  summary: 'Makes an invite to a seat and answers its link, once.',
  method: 'POST',
  path: '/api/seats/invites',
  access: 'user',
  response: newSeatInvite,
});

/** Every invite of the caller, the newest first. */
export const listSeatInvites = endpoint({
  name: 'listSeatInvites',
  summary: "Lists the caller's invites, the newest first.",
  method: 'GET',
  path: '/api/seats/invites',
  access: 'user',
  response: z.array(seatInvite),
});

/** Takes a pending invite back, which frees its seat; 409 for one that was accepted or has expired. */
export const revokeSeatInvite = endpoint({
  name: 'revokeSeatInvite',
  summary: 'Takes a pending invite back and frees its seat.',
  method: 'POST',
  path: '/api/seats/invites/:id/revoke',
  access: 'user',
  params: userParams,
  response: seatInvite,
});

/** Tells whoever opens an invite's link whether it leads anywhere, and nothing else. */
export const checkSeatInvite = endpoint({
  name: 'checkSeatInvite',
  summary: 'Tells whether an invite can be used.',
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

/** Everybody who shares the caller's account, by name. */
export const listSubUsers = endpoint({
  name: 'listSubUsers',
  summary: "Lists who shares the caller's account, by name.",
  method: 'GET',
  path: '/api/seats/sub-users',
  access: 'user',
  response: z.array(subUser),
});

/** Suspends a sub-user, which ends their sessions and frees their seat. */
export const revokeSubUser = endpoint({
  name: 'revokeSubUser',
  summary: 'Suspends a sub-user, ends their sessions and frees their seat.',
  method: 'POST',
  path: '/api/seats/sub-users/:id/revoke',
  access: 'user',
  params: userParams,
  response: subUser,
});

/** Gives a suspended sub-user a seat again; 409 where none is free. */
export const restoreSubUser = endpoint({
  name: 'restoreSubUser',
  summary: 'Gives a suspended sub-user a seat again.',
  method: 'POST',
  path: '/api/seats/sub-users/:id/restore',
  access: 'user',
  params: userParams,
  response: subUser,
});
