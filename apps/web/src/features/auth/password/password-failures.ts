import { ApiError } from '../../../api/api-error.ts';
import { serverMessage } from '../../../api/server-message.ts';
import { AUTH_TEXTS } from '../texts.ts';

/** Why no reset link was sent. */
export function forgotFailureText(error: unknown): string {
  if (!(error instanceof ApiError)) return AUTH_TEXTS.forgot.notHttp;
  return serverMessage(error) ?? AUTH_TEXTS.forgot.noMessage;
}

/** Why no new password was set. */
export function resetFailureText(error: unknown): string {
  return serverMessage(error) ?? AUTH_TEXTS.reset.noMessage;
}
