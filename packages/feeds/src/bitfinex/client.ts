import { parseRows } from '../http/answer.ts';
import type { HttpClient } from '../http/http-client.ts';
import type { CallContext } from '../http/vendor-calls.ts';
import type { FeedEnvironment } from '../settings.ts';
import { type BitfinexCandle, type BitfinexConf, bitfinexCandle, bitfinexConf } from './wire.ts';

type BitfinexCandlesQuery = {
  timeframe: string;
  /** `tBTCUSD`, `tAVAX:USD`. */
  symbol: string;
  startMs: number;
  /** Inclusive. */
  endMs: number;
  limit: number;
};

/** Bitfinex' public endpoints, one method each. */
export type BitfinexClient = {
  /** Oldest first. @see https://docs.bitfinex.com/reference/rest-public-candles */
  candles: (query: BitfinexCandlesQuery, context: CallContext) => Promise<BitfinexCandle[]>;
  /** Exchange pairs and the names of currencies. @see https://docs.bitfinex.com/reference/rest-public-conf */
  pairsAndLabels: () => Promise<BitfinexConf>;
  /** Fails in maintenance. @see https://docs.bitfinex.com/reference/rest-public-platform-status */
  platformStatus: () => Promise<unknown>;
};

export function createBitfinexClient(
  environment: FeedEnvironment,
  http: HttpClient,
): BitfinexClient {
  return {
    candles: ({ timeframe, symbol, startMs, endMs, limit }, context) =>
      http.get(
        {
          ...context,
          kind: 'history',
          limit: 'candles',
          path: `/v2/candles/trade:${timeframe}:${symbol}/hist`,
          query: { start: startMs, end: endMs, limit, sort: 1 },
        },
        (body) => parseRows(environment, bitfinexCandle, body, `Bitfinex candles ${symbol}`),
      ),
    pairsAndLabels: () =>
      http.get(
        {
          kind: 'history',
          limit: 'conf',
          path: '/v2/conf/pub:list:pair:exchange,pub:map:currency:label',
        },
        (body) => bitfinexConf.safeParse(body).data ?? null,
      ),
    platformStatus: () =>
      http.get({ kind: 'quote', isHealthCheck: true, path: '/v2/platform/status' }, (body) => body),
  };
}
