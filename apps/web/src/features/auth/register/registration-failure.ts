import { serverMessage } from '../../../api/server-message.ts';
import { AUTH_TEXTS } from '../texts.ts';

/** Why no account was made. */
export function registrationFailureText(error: unknown): string {
  return serverMessage(error) ?? AUTH_TEXTS.register.noMessage;
}
