import type { CallLimit } from '../http/admission.ts';

export const TIINGO_REST_URL = 'https://api.tiingo.com';
/** The services `iex`, `crypto` and `fx` lie below it. */
export const TIINGO_STREAM_URL = 'wss://api.tiingo.com';

/** The free plan; others set their own. @see https://www.tiingo.com/documentation/general/overview */
export const TIINGO_LIMITS = {
  default: { calls: 50, perMs: 3_600_000 },
} satisfies Record<string, CallLimit>;

/** Rows of one intraday answer that has been seen to come whole. */
export const TIINGO_PAGE_ROWS = 5_000;

/** The vendor has no list of currency pairs: majors, crosses, the rand, and the metals it quotes the same way. */
export const TIINGO_FX_PAIRS = [
  'EURUSD',
  'GBPUSD',
  'AUDUSD',
  'NZDUSD',
  'USDJPY',
  'USDCHF',
  'USDCAD',
  'EURGBP',
  'EURJPY',
  'EURCHF',
  'EURAUD',
  'EURCAD',
  'EURNZD',
  'GBPJPY',
  'GBPCHF',
  'GBPAUD',
  'GBPCAD',
  'AUDJPY',
  'AUDNZD',
  'AUDCAD',
  'NZDJPY',
  'CADJPY',
  'CHFJPY',
  'USDZAR',
  'EURZAR',
  'GBPZAR',
  'USDMXN',
  'USDTRY',
  'USDNOK',
  'USDSEK',
  'USDPLN',
  'USDHUF',
  'USDSGD',
  'USDHKD',
  'USDCNH',
  'XAUUSD',
  'XAGUSD',
] as const;
