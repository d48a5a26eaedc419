import { type Classify, classifyByStatus, failure } from '../http/answer.ts';
import { BITFINEX_BLOCK_MS } from './constants.ts';
import { bitfinexError } from './wire.ts';

const PARAMETER_ERROR = 10_020;
const RATE_LIMIT_ERROR = 11_010;

/**
 * Reads Bitfinex' answers. Errors are arrays with a code, mostly under HTTP 500; what they mean is in the code:
 * 10020 is the caller's fault whatever the status says.
 * @see https://docs.bitfinex.com/docs/abbreviations-glossary#error--info-codes
 */
export const classifyBitfinexAnswer: Classify = (answer, nowMs) => {
  if (answer.status === 429) {
    const restMs = answer.retryAfterMs ?? BITFINEX_BLOCK_MS;
    return failure('rateLimit', 'rate limit reached', restMs);
  }
  const error = bitfinexError.safeParse(answer.json);
  if (error.success) {
    const [, code, message] = error.data;
    const cause = `error ${code}, ${message}`;
    if (code === PARAMETER_ERROR) return failure('badRequest', cause);
    if (code === RATE_LIMIT_ERROR) return failure('rateLimit', cause, BITFINEX_BLOCK_MS);
    return failure('upstream', cause);
  }
  const isStatus = answer.path.endsWith('/platform/status');
  if (isStatus && Array.isArray(answer.json) && answer.json[0] === 0) {
    return failure('upstream', 'is in maintenance');
  }
  return classifyByStatus(answer, nowMs);
};
