import { ApiError } from './api-error.ts';

/** What the server said of a refused call, without the name of the field before it; null where it said nothing. */
export function serverMessage(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status === 0) return null;
  const { cause } = error;
  if (typeof cause !== 'string' || cause === '') return null;
  return cause.replace(/^[a-z]\w*: /, '');
}

/** Whether no answer came at all. */
export function hasNoAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}
