import { excerptOf, type Judge, judgeByStatus, refusal } from '../http/verdict.ts';
import { tiingoError } from './wire.ts';

const HOUR_MS = 3_600_000;

/** Requests are counted by the clock hour. */
function untilNextHourMs(nowMs: number): number {
  return HOUR_MS - (nowMs % HOUR_MS);
}

/**
 * Reads Tiingo's answers. A used-up monthly allowance of symbols is plain text with HTTP 200.
 * @see https://www.tiingo.com/documentation/general/connecting
 */
export const judgeTiingoAnswer: Judge = (answer, nowMs) => {
  const { status, json, text, retryAfterMs } = answer;
  const detail = tiingoError.safeParse(json).data?.detail;
  const cause = excerptOf(detail ?? text);
  if (status === 429) return refusal('rateLimit', cause, retryAfterMs ?? untilNextHourMs(nowMs));
  if (status === 200 && json === undefined && /run over your/i.test(text)) {
    return refusal('plan', cause);
  }
  if (status === 401 || (status === 403 && /token/i.test(text))) return refusal('auth', cause);
  if (status === 403) return refusal('plan', `no permission, ${cause}`);
  if (detail !== undefined && status >= 400 && status < 500) {
    return refusal(status === 404 ? 'notFound' : 'badRequest', cause);
  }
  if (detail !== undefined) return refusal('upstream', cause, retryAfterMs);
  return judgeByStatus(answer, nowMs);
};
