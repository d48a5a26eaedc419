/** Texts of failed requests; worded by the specification. */
export const FAILURE_TEXTS = {
  badRequest: 'Bad request. Please check your input.',
  unauthorized: 'Unauthorized. Please log in.',
  forbidden: 'Forbidden. You do not have the required permissions.',
  notFound: 'The requested resource was not found.',
  tooMany: 'Too many requests at this time. Please wait 60s and before requesting a new code.',
  serverError: 'Unexpected error. Please try again later.',
  noResponse: 'No response from server. Please try again later.',
  noInternet: 'No internet connection. Please check your network.',
  timedOut: 'The request took too long - please try again later.',
  unexpected: 'An unexpected error occurred. Please try again.',
} as const;

const BY_STATUS: Readonly<Record<number, string>> = {
  400: FAILURE_TEXTS.badRequest,
  401: FAILURE_TEXTS.unauthorized,
  403: FAILURE_TEXTS.forbidden,
  429: FAILURE_TEXTS.tooMany,
};

export type FailureBody = { message?: string; error?: string };

export function failureText(status: number, body: FailureBody): string {
  const fixed = BY_STATUS[status];
  if (fixed) return fixed;
  if (status === 404) return body.message || FAILURE_TEXTS.notFound;
  if (status === 500) return body.message || FAILURE_TEXTS.serverError;
  return body.message || body.error || `Error: ${status}`;
}
