import type { FeedErrorKind } from '../feed.ts';
import { excerptOf, type Judge, judgeByStatus, refusal } from '../http/verdict.ts';
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
export const judgeFmpAnswer: Judge = (answer, nowMs) => {
  const { status, json, text, retryAfterMs } = answer;
  const error = fmpError.safeParse(json).data?.['Error Message'];
  const cause = error === undefined ? `HTTP ${status}, ${excerptOf(text)}` : excerptOf(error);
  if (status === 429) return refusal('rateLimit', cause, retryAfterMs ?? FMP_REST_MS);
  if (status === 402 || status === 403) return refusal('plan', cause);
  if (error === undefined) return judgeByStatus(answer, nowMs);
  if (status === 401) return refusal('auth', cause);
  if (status >= 500) return refusal('upstream', cause, retryAfterMs);
  const kind = KINDS.find(([pattern]) => pattern.test(error))?.[1] ?? 'badRequest';
  return refusal(kind, cause, kind === 'rateLimit' ? FMP_REST_MS : null);
};
