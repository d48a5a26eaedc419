import { showToast } from '../stores/toasts.ts';
import { ApiError } from './api-error.ts';
import { FAILURE_TEXTS } from './failure-text.ts';
import { ReauthenticationCancelled } from './session/reauthentication.ts';

function textOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : FAILURE_TEXTS.unexpected;
}

/** A 401 has been told when it ended the session. */
function isTold(error: unknown): boolean {
  return (
    error instanceof ReauthenticationCancelled ||
    (error instanceof ApiError && error.status === 401)
  );
}

/**
 * Tells of a call that the person started and that failed, once. A specific text that ends in `...` is completed by
 * the general one, a full sentence is followed by it.
 */
export function toastFailure(error: unknown, specific?: string): void {
  if (isTold(error)) return;
  const general = textOf(error);
  if (specific === undefined) showToast({ kind: 'error', text: general });
  else if (specific.endsWith('...')) {
    showToast({ kind: 'error', text: `${specific.slice(0, -3)}${general}` });
  } else showToast({ kind: 'error', text: `${specific}\n${general}` });
}
