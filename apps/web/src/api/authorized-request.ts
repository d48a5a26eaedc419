import type { Endpoint } from '@moneytrail/contract';
import { ApiError } from './api-error.ts';
import { type RequestOptions, type RequestParts, request } from './request.ts';
import { sessionEnd } from './session/create-session.ts';
import { session } from './session/session.ts';

/** How a request may be ended early, or repeated. */
type AuthorizedOptions = Pick<RequestOptions, 'signal' | 'timeoutMs' | 'isRepeatable'>;

/**
 * Makes a request for whoever is signed in. Rejects with an {@link ApiError}, or with the reason of the signal where
 * that ended it. A 401 ends the session; the codes of `SESSION_END` tell the first one from those that follow. What only
 * somebody may ask is not asked for nobody.
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
