import type { CallLimit } from '../http/admission.ts';

/** Public REST interface, above its version; needs no key. */
export const BITFINEX_REST_URL = 'https://api-pub.bitfinex.com';
export const BITFINEX_STREAM_URL = 'wss://api-pub.bitfinex.com/ws/2';

/** Per address and endpoint. @see https://docs.bitfinex.com/docs/requirements-and-limitations */
export const BITFINEX_LIMITS = {
  default: { calls: 30, perMs: 60_000 },
  candles: { calls: 30, perMs: 60_000 },
  conf: { calls: 90, perMs: 60_000 },
} satisfies Record<string, CallLimit>;

/** Whoever breaks a limit is blocked for a minute. */
export const BITFINEX_BLOCK_MS = 60_000;

/** Rows of one candle page; the vendor has changed it before (1 000, 5 000, 10 000). */
export const BITFINEX_PAGE_ROWS = 10_000;
