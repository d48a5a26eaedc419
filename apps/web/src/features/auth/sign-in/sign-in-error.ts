import { ApiError, hasNoAnswer, serverMessage } from '../../../api/api-error.ts';
import { AUTH_TEXTS } from '../texts.ts';

const TEXTS = AUTH_TEXTS.signIn;

/** An answer that holds neither a token nor the demand for a code. */
export class EmptyAnswer extends Error {}

/** What a failed sign-in leads to: a message, the modal of waiting accounts, or the first step again. */
export type SignInFailure = { kind: 'message' | 'start-again'; text: string } | { kind: 'pending' };

/** Reads a failed sign-in: by its code first, by the specified text where there is none. */
export function readSignInFailure(error: unknown): SignInFailure {
  if (error instanceof EmptyAnswer) return { kind: 'message', text: TEXTS.noData };
  const message = serverMessage(error);
  if (error instanceof ApiError) {
    const isPending = error.status === 403 && message === TEXTS.awaitingApproval;
    if (error.code === 'PENDING_APPROVAL' || isPending) return { kind: 'pending' };
    if (error.code === 'CHALLENGE_ENDED') return { kind: 'start-again', text: TEXTS.noTries };
  }
  if (hasNoAnswer(error)) return { kind: 'message', text: TEXTS.noResponse };
  return { kind: 'message', text: message ?? TEXTS.noMessage };
}
