import type { Endpoint } from '@moneytrail/contract';
import { showToast } from '../stores/toasts.ts';
import { ApiError } from './api-error.ts';
import { type RequestOptions, type RequestParts, request } from './request.ts';
import { session } from './session/session.ts';

/** How a request may be ended early, and whether the person is told when it ends their session. */
export type AuthorizedOptions = Pick<RequestOptions, 'signal' | 'timeoutMs'> & {
  isSilent?: boolean;
};

/**
 * Makes a request for whoever is signed in. Rejects with an {@link ApiError}, or with the reason of the signal where
 * that ended it. A 401 ends the session, with one toast however many requests are answered so.
 */
export async function authorizedRequest<Params, Query, Body, Answer>(
  endpoint: Endpoint<Params, Query, Body, Answer>,
  parts: RequestParts<Params, Query, Body>,
  { isSilent = false, ...options }: AuthorizedOptions = {},
): Promise<Answer> {
  const token = await session.tokenForRequest();
  try {
    return await request(endpoint, parts, { ...options, token });
  } catch (error) {
    if (token === null || !(error instanceof ApiError) || error.status !== 401) throw error;
    const meaning = session.handleUnauthorized(token);
    if (meaning === 'replaced') {
      return request(endpoint, parts, { ...options, token: await session.tokenForRequest() });
    }
    if (meaning === 'ended-now' && !isSilent) showToast({ kind: 'error', text: error.message });
    throw error;
  }
}
