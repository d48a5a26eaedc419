import type { Endpoint } from '@moneytrail/contract';
import { showToast } from '../stores/toasts.ts';
import { ApiError } from './api-error.ts';
import { type Given, type SendOptions, send } from './send.ts';
import { session } from './session/session.ts';

/** How a call may be ended early, and whether the person hears when it ends their session. */
export type CallOptions = Pick<SendOptions, 'signal' | 'timeoutMs'> & { isSilent?: boolean };

/**
 * Calls the server for whoever is signed in. Rejects with an {@link ApiError}, or with the reason of the signal where
 * that ended it. A 401 ends the session, with one toast however many calls are answered so.
 */
export async function call<Params, Query, Body, Answer>(
  endpoint: Endpoint<Params, Query, Body, Answer>,
  request: Given<Params, Query, Body>,
  { isSilent = false, ...options }: CallOptions = {},
): Promise<Answer> {
  const token = await session.tokenForCall();
  try {
    return await send(endpoint, request, { ...options, token });
  } catch (error) {
    if (token === null || !(error instanceof ApiError) || error.status !== 401) throw error;
    const meaning = session.refuse(token);
    if (meaning === 'replaced') {
      return send(endpoint, request, { ...options, token: await session.tokenForCall() });
    }
    if (meaning === 'ended-now' && !isSilent) showToast({ kind: 'error', text: error.message });
    throw error;
  }
}
