import type { Endpoint } from '@moneytrail/contract';
import { ApiError } from './api-error.ts';
import { type RequestOptions, type RequestParts, request } from './request.ts';
import { sessionEnd } from './session/create-session.ts';
import { session } from './session/session.ts';

type AuthorizedOptions = Pick<RequestOptions, 'signal' | 'timeoutMs' | 'isRepeatable'>;

/**
 * Makes a request for the signed-in user. Rejects with an {@link ApiError}, or with the signal's reason where that ended
 * it. A 401 ends the session; the codes of `SESSION_END` distinguish the first from those that follow. Without a session
 * only public endpoints are called.
 */
export async function authorizedRequest<Params, Query, Body, Answer>(
  endpoint: Endpoint<Params, Query, Body, Answer>,
  parts: RequestParts<Params, Query, Body>,
  options: AuthorizedOptions = {},
): Promise<Answer> {
  const token = await session.tokenForRequest();
  if (token === null && endpoint.access !== 'public') throw sessionEnd('ended-before');
  try {
    return await request(endpoint, parts, { ...options, token });
  } catch (error) {
    if (token === null || !(error instanceof ApiError) || error.status !== 401) throw error;
    const meaning = session.handleUnauthorized(token);
    if (meaning === 'replaced') {
      return request(endpoint, parts, { ...options, token: await session.tokenForRequest() });
    }
    throw sessionEnd(meaning, error);
  }
}
