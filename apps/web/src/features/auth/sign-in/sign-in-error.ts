import { ApiError, hasNoAnswer, serverMessage } from '../../../api/api-error.ts';
import { withAdvice } from '../no-answer.ts';
import { AUTH_TEXTS } from '../texts.ts';

const TEXTS = AUTH_TEXTS.signIn;

/** The answer has neither a token nor a request for a code. */
export class EmptyAnswer extends Error {}

/** A message, the dialog for pending accounts, or back to the first step. */
export type SignInFailure =
  | { kind: 'message' | 'start-again'; text: string }
  | { kind: 'pending'; isEmailConfirmed: boolean; phoneEnding: string | null };

/** Reads the error code first; the specified text if there is no code. */
export function readSignInFailure(error: unknown): SignInFailure {
  if (error instanceof EmptyAnswer) return { kind: 'message', text: TEXTS.noData };
  const message = serverMessage(error);
  if (error instanceof ApiError) {
    const isPending = error.status === 403 && message === TEXTS.awaitingApproval;
    if (error.code === 'PENDING_APPROVAL' || isPending) {
      const isEmailConfirmed = error.detail !== 'EMAIL_UNCONFIRMED';
      return { kind: 'pending', isEmailConfirmed, phoneEnding: error.phoneEnding };
    }
    if (error.code === 'CHALLENGE_ENDED') return { kind: 'start-again', text: TEXTS.noTries };
  }
  if (hasNoAnswer(error)) return { kind: 'message', text: withAdvice(TEXTS.noResponse, error) };
  return { kind: 'message', text: message ?? TEXTS.noMessage };
}
