import { ApiError, hasNoAnswer } from '../../api/api-error.ts';
import { AUTH_TEXTS } from './texts.ts';

const TEXTS = AUTH_TEXTS.noAnswer;

/** The cause of a missing answer, and what to do. */
function adviceOn(error: unknown): string {
  if (error instanceof ApiError && error.code === 'OFFLINE') return TEXTS.offline;
  if (error instanceof ApiError && error.code === 'TIMEOUT') return TEXTS.timedOut;
  return TEXTS.noResponse;
}

/** The specified text of a failure; where no answer came, with its cause and what to do. */
export function withAdvice(text: string, error: unknown): string {
  return hasNoAnswer(error) ? `${text.replace(/(?<![.!?])$/, '.')} ${adviceOn(error)}` : text;
}
