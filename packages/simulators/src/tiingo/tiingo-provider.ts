import { HOUR_MS } from '@moneytrail/calendar';
import { createMarket } from '../market/market.ts';
import type { Provider, ProviderContext } from '../server/provider.ts';
import { type Answer, json, type Request, type Route } from '../server/provider.ts';
import { cryptoTopRow, forexTopRow, iexRow } from './boards.ts';
import { tiingoInstruments } from './listings.ts';
import { cryptoMeta, cryptoPrices, forexPrices, pairsOf } from './pairs.ts';
import {
  detail,
  INVALID_TOKEN,
  MISSING_TOKEN,
  NOT_FOUND,
  rowsAnswer,
  tiingoFault,
} from './requests.ts';
import { endOfDayPrices, iexPrices, searchAnswer, stockMeta } from './stocks.ts';
import { createTiingoHub } from './tiingo-stream.ts';

/** The only accepted token. */
const TIINGO_TOKEN = 'simulated-tiingo-token';

function present<Row>(rows: readonly (Row | null)[]): Row[] {
  return rows.filter((row) => row !== null);
}

/** Tiingo's REST and WebSocket API: end of day, IEX, crypto, forex and search. */
export function createTiingoProvider(context: ProviderContext): Provider {
  const market = createMarket(context);
  const instruments = tiingoInstruments(context.anchorMs);
  const { stocks, crypto, forex } = instruments;
  const hub = createTiingoHub({ market, instruments, token: TIINGO_TOKEN });
  const stockOf = ({ params }: Request) => stocks.get((params.ticker ?? '').toUpperCase());

  const iexBoard = (request: Request, asked: readonly string[]): Answer => {
    const found = asked.flatMap((ticker) => stocks.get(ticker.trim().toUpperCase()) ?? []);
    // The real board has no fixed order: clients must look up tickers.
    return rowsAnswer(present(found.reverse().map((stock) => iexRow(market, stock))), request);
  };

  const forexTop = (request: Request): Answer => {
    if (!request.query.tickers) return detail('Error: Please pass a "tickers" parameter.', 400);
    const pairs = pairsOf(forex, request.query.tickers);
    return rowsAnswer(present(pairs.map((pair) => forexTopRow(market, pair))), request);
  };

  const cryptoTop = ({ query }: Request): Answer => {
    if (!query.tickers) return detail('Error: Please pass a "tickers" parameter.', 400);
    return json(present(pairsOf(crypto, query.tickers).map((pair) => cryptoTopRow(market, pair))));
  };

  const routes: Route[] = [
    { path: '/api/test', handle: () => json({ message: 'You successfully sent a request' }) },
    { path: '/tiingo/utilities/search', handle: (request) => searchAnswer(stocks, request) },
    {
      path: '/tiingo/daily/:ticker',
      handle: (request) => stockMeta(market, stockOf(request), request),
    },
    {
      path: '/tiingo/daily/:ticker/prices',
      handle: (request) => endOfDayPrices(market, stockOf(request), request),
    },
    {
      path: '/iex',
      handle: ({ url }) => ({
        status: 301,
        contentType: 'text/html',
        body: '',
        headers: { location: url.replace('/iex', '/iex/') },
      }),
    },
    {
      path: '/iex/',
      handle: (request) =>
        iexBoard(request, request.query.tickers?.split(',') ?? [...stocks.keys()]),
    },
    {
      path: '/iex/:ticker',
      handle: (request) => iexBoard(request, (request.params.ticker ?? '').split(',')),
    },
    {
      path: '/iex/:ticker/prices',
      handle: (request) => iexPrices(market, stockOf(request), request),
    },
    { path: '/tiingo/crypto', handle: (request) => cryptoMeta(crypto, request) },
    { path: '/tiingo/crypto/prices', handle: (request) => cryptoPrices(market, crypto, request) },
    { path: '/tiingo/crypto/top', handle: cryptoTop },
    { path: '/tiingo/fx/top', handle: forexTop },
    {
      path: '/tiingo/fx/:tickers/prices',
      handle: (request) => forexPrices(market, forex, request),
    },
    {
      path: '/tiingo/fx/:tickers/top',
      handle: (request) =>
        forexTop({ ...request, query: { tickers: request.params.tickers ?? '' } }),
    },
  ];

  return {
    exchange: 'Tiingo',
    restPath: '',
    apiKey: TIINGO_TOKEN,
    routes,
    guard: ({ query, headers }) => {
      const [scheme, given] = headers.authorization?.split(' ') ?? [];
      const token = scheme === 'Token' ? given : query.token;
      if (!token) return MISSING_TOKEN;
      return token === TIINGO_TOKEN ? null : INVALID_TOKEN;
    },
    notFound: () => NOT_FOUND,
    faultAnswer: tiingoFault,
    limits: [{ path: /./, requests: 50, periodMs: HOUR_MS, blockMs: 0 }],
    stream: {
      path: '',
      accepts: (path) => hub.paths.has(path),
      hub,
    },
  };
}
