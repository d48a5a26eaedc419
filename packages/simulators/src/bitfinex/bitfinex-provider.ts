import { createMarket } from '../market/market.ts';
import { type Answer, json, type Request, type Route } from '../server/answer.ts';
import type { Provider, ProviderContext } from '../server/provider.ts';
import { createBitfinexHub } from './bitfinex-hub.ts';
import { bookRows, tickerRow, tradeRow } from './board.ts';
import { candleHistory, isTimeFrame } from './candles.ts';
import { confAnswer } from './conf.ts';
import { bitfinexFault, invalid, unknownPath } from './errors.ts';
import { type BitfinexInstrument, bitfinexInstruments } from './listings.ts';

const MAX_ROWS = 10_000;
const DEFAULT_CANDLES = 100;
const DEFAULT_TRADES = 125;
const MINUTE_MS = 60_000;
const BOOK_LENGTHS = [1, 25, 100, 250];

type RowQuery = { startMs: number; endMs: number; limit: number; isAscending: boolean };

/** The paging parameters every list shares; the name of the bad one where one is. */
function rowQuery({ query }: Request, defaultLimit: number): RowQuery | { bad: string } {
  const limit = query.limit === undefined ? defaultLimit : Number(query.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_ROWS) return { bad: 'limit' };
  const startMs = query.start === undefined ? 0 : Number(query.start);
  if (!Number.isFinite(startMs)) return { bad: 'start' };
  const endMs = query.end === undefined ? Number.MAX_SAFE_INTEGER : Number(query.end);
  if (!Number.isFinite(endMs)) return { bad: 'end' };
  return { startMs, endMs, limit, isAscending: query.sort === '1' };
}

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
  const market = createMarket(context);
  const instruments = bitfinexInstruments(context.anchorMs);
  const hub = createBitfinexHub({ market, instruments });

  const candles = (request: Request): Answer => {
    const { key = '', section } = request.params;
    const [kind, frame = '', ...rest] = key.split(':');
    if (kind !== 'trade') return invalid('candles');
    if (!isTimeFrame(frame)) return invalid('time_interval');
    if (section !== 'hist' && section !== 'last') return invalid('section');
    const query = rowQuery(request, DEFAULT_CANDLES);
    if ('bad' in query) return invalid(query.bad);
    const instrument = instruments.get(rest.join(':'));
    if (!instrument) return json([]);
    if (section === 'hist') return json(candleHistory(market, instrument, { ...query, frame }));
    const [last = []] = candleHistory(market, instrument, {
      ...query,
      frame,
      limit: 1,
      isAscending: false,
    });
    return json(last);
  };

  const trades = (request: Request): Answer => {
    const instrument = instruments.get(request.params.symbol ?? '');
    if (!instrument) return invalid('symbol');
    const query = rowQuery(request, DEFAULT_TRADES);
    if ('bad' in query) return invalid(query.bad);
    const endMs = Math.min(query.endMs, market.now());
    const fromMs = Math.max(query.startMs, endMs - MAX_ROWS * 2_000);
    const found = market.trades(instrument.market, { fromMs, toMs: endMs }).map(tradeRow);
    return json(
      query.isAscending ? found.slice(0, query.limit) : found.slice(-query.limit).reverse(),
    );
  };

  const tickers = ({ query }: Request): Answer => {
    if (!query.symbols) return invalid('symbols');
    const asked: (BitfinexInstrument | undefined)[] =
      query.symbols === 'ALL'
        ? [...instruments.values()]
        : query.symbols.split(',').map((symbol) => instruments.get(symbol));
    return json(asked.flatMap((one) => (one ? [[one.symbol, ...tickerRow(market, one)]] : [])));
  };

  const ofSymbol = (answer: (instrument: BitfinexInstrument, request: Request) => Answer) => {
    return (request: Request): Answer => {
      const instrument = instruments.get(request.params.symbol ?? '');
      return instrument ? answer(instrument, request) : invalid('symbol');
    };
  };

  const routes: Route[] = [
    { path: '/v2/platform/status', handle: () => json([1]) },
    { path: '/v2/conf/:keys', handle: ({ params }) => json(confAnswer(params.keys ?? '')) },
    { path: '/v2/candles/:key/:section', handle: candles },
    { path: '/v2/tickers', handle: tickers },
    { path: '/v2/ticker/:symbol', handle: ofSymbol((one) => json(tickerRow(market, one))) },
    { path: '/v2/trades/:symbol/hist', handle: trades },
    {
      path: '/v2/book/:symbol/:precision',
      handle: ofSymbol((one, { query }) => {
        const levels = Number(query.len ?? 25);
        return BOOK_LENGTHS.includes(levels) ? json(bookRows(market, one, levels)) : invalid('len');
      }),
    },
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
    stream: { path: '/ws/2', accepts: (path) => path === '/ws/2', hub },
  };
}
