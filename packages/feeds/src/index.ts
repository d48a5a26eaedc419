export { backoffMs, unlessAborted } from './backoff.ts';
export { BITFINEX_REST_URL, BITFINEX_STREAM_URL } from './bitfinex/rest.ts';
export { createFeed } from './create-feed.ts';
export * from './feed.ts';
export { FMP_REST_URL } from './fmp/rest.ts';
export { rollUp } from './history/roll-up.ts';
export {
  type Admission,
  type AdmissionControl,
  type CallLimit,
  type CallPriority,
  createBreakerView,
  createMemoryAdmission,
  type NamedLimit,
  tokensOf,
} from './http/admission.ts';
export * from './http/breaker.ts';
export { decimalSum } from './live/decimal-arithmetic.ts';
export type { FeedEnvironment, FeedSettings } from './settings.ts';
export { TIINGO_REST_URL, TIINGO_STREAM_URL } from './tiingo/rest.ts';
