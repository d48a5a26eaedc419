import { HOUR_MS } from '@moneytrail/calendar';
import { type Classify, classifyByStatus, excerptOf, failure } from '../http/answer.ts';
import { tiingoError } from './wire.ts';

/** Requests are counted by the clock hour. */
function untilNextHourMs(nowMs: number): number {
  return HOUR_MS - (nowMs % HOUR_MS);
}

/**
 * Reads Tiingo's answers. A used-up monthly allowance of symbols is plain text with HTTP 200.
 * @see https://www.tiingo.com/documentation/general/connecting
 */
export const classifyTiingoAnswer: Classify = (answer, nowMs) => {
  const { status, json, text, retryAfterMs } = answer;
  const detail = tiingoError.safeParse(json).data?.detail;
  const cause = excerptOf(detail ?? text);
  if (status === 429) return failure('rateLimit', cause, retryAfterMs ?? untilNextHourMs(nowMs));
  if (status === 200 && json === undefined && /run over your/i.test(text)) {
    return failure('plan', cause);
  }
  if (status === 401 || (status === 403 && /token/i.test(text))) return failure('auth', cause);
  if (status === 403) return failure('plan', `no permission, ${cause}`);
  if (detail !== undefined && status >= 400 && status < 500) {
    return failure(status === 404 ? 'notFound' : 'badRequest', cause);
  }
  if (detail !== undefined) return failure('upstream', cause, retryAfterMs);
  return classifyByStatus(answer, nowMs);
};
