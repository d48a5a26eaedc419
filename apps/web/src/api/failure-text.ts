/** The texts of failed calls, as the specification words them. */
const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'Bad request. Please check your input.',
  401: 'Unauthorized. Please log in.',
  403: 'Forbidden. You do not have the required permissions.',
  429: 'Too many requests at this time. Please wait 60s and before requesting a new code.',
};
const NOT_FOUND = 'The requested resource was not found.';
const SERVER_ERROR = 'Unexpected error. Please try again later.';

export const NO_RESPONSE = 'No response from server. Please try again later.';
export const NO_INTERNET = 'No internet connection. Please check your network.';
export const TIMED_OUT = 'The request took too long - please try again later.';

/** What a failed body may say. */
export type FailureBody = { message?: string; error?: string };

/** What a person reads of a failed answer. */
export function failureText(status: number, body: FailureBody): string {
  const fixed = BY_STATUS[status];
  if (fixed) return fixed;
  if (status === 404) return body.message || NOT_FOUND;
  if (status === 500) return body.message || SERVER_ERROR;
  return body.message || body.error || `Error: ${status}`;
}
