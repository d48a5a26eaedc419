import type { FeedErrorKind } from '../feed.ts';
import { type Classify, classifyByStatus, excerptOf, failure } from '../http/answer.ts';
import { FMP_REST_MS } from './constants.ts';
import { fmpError } from './wire.ts';

/** What the error texts begin with or contain, where the status says nothing. */
const KINDS: [RegExp, FeedErrorKind][] = [
  [/invalid api key|api key is missing/i, 'auth'],
  [/limit reach/i, 'rateLimit'],
  [/premium|special endpoint|exclusive|restricted|legacy|subscription/i, 'plan'],
];

/**
 * Reads FMP's answers. An error object may come with HTTP 200, a 402 as plain text, and 403 is what a plan without the
 * old interface gets.
 * @see https://site.financialmodelingprep.com/developer/docs
 */
export const classifyFmpAnswer: Classify = (answer, nowMs) => {
  const { status, json, text, retryAfterMs } = answer;
  const error = fmpError.safeParse(json).data?.['Error Message'];
  const cause = error === undefined ? `HTTP ${status}, ${excerptOf(text)}` : excerptOf(error);
  if (status === 429) return failure('rateLimit', cause, retryAfterMs ?? FMP_REST_MS);
  if (status === 402 || status === 403) return failure('plan', cause);
  if (error === undefined) return classifyByStatus(answer, nowMs);
  if (status === 401) return failure('auth', cause);
  if (status >= 500) return failure('upstream', cause, retryAfterMs);
  const kind = KINDS.find(([pattern]) => pattern.test(error))?.[1] ?? 'badRequest';
  return failure(kind, cause, kind === 'rateLimit' ? FMP_REST_MS : null);
};
