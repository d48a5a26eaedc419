import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { text } from '../text.ts';
import { userParams } from './account-fields.ts';

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
