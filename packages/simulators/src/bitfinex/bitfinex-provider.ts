import { MINUTE_MS } from '@moneytrail/calendar';
import { createMarket } from '../market/market.ts';
import { json, type Route } from '../server/answer.ts';
import type { Provider, ProviderContext } from '../server/provider.ts';
import { bookAnswer, candlesAnswer, tickerAnswer, tickersAnswer, tradesAnswer } from './answers.ts';
import { confAnswer } from './conf.ts';
import { bitfinexFault, unknownPath } from './errors.ts';
import { bitfinexInstruments } from './listings.ts';
import { createBitfinexHub } from './stream/bitfinex-hub.ts';

/** Per minute and address, as documented; passing one blocks the address for a minute. */
const LIMITS = [
  { path: /^\/v2\/candles\//, requests: 30 },
  { path: /^\/v2\/conf\//, requests: 90 },
  { path: /^\/v2\/tickers?(\/|$)/, requests: 30 },
  { path: /^\/v2\/trades\//, requests: 15 },
  { path: /^\/v2\/book\//, requests: 240 },
  { path: /^\/ws\/2/, requests: 20 },
].map((limit) => ({ ...limit, periodMs: MINUTE_MS, blockMs: MINUTE_MS }));

/** Bitfinex' public interface, REST and WebSocket version 2. */
export function createBitfinexProvider(context: ProviderContext): Provider {
  const deps = {
    market: createMarket(context),
    instruments: bitfinexInstruments(context.anchorMs),
  };
  const routes: Route[] = [
    { path: '/v2/platform/status', handle: () => json([1]) },
    { path: '/v2/conf/:keys', handle: ({ params }) => json(confAnswer(params.keys ?? '')) },
    { path: '/v2/candles/:key/:section', handle: (request) => candlesAnswer(deps, request) },
    { path: '/v2/tickers', handle: (request) => tickersAnswer(deps, request) },
    { path: '/v2/ticker/:symbol', handle: (request) => tickerAnswer(deps, request) },
    { path: '/v2/trades/:symbol/hist', handle: (request) => tradesAnswer(deps, request) },
    { path: '/v2/book/:symbol/:precision', handle: (request) => bookAnswer(deps, request) },
  ];
  return {
    exchange: 'Bitfinex',
    restPath: '',
    apiKey: null,
    routes,
    guard: () => null,
    notFound: unknownPath,
    faultAnswer: (fault, { path }) =>
      fault === 'maintenance' && path === '/v2/platform/status' ? json([0]) : bitfinexFault(fault),
    limits: LIMITS,
    stream: {
      path: '/ws/2',
      accepts: (path) => path === '/ws/2',
      hub: createBitfinexHub(deps),
    },
  };
}
