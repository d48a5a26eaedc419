import { MINUTE_MS } from '@moneytrail/calendar';
import { createMarket, type Market } from '../market/market.ts';
import {
  type Answer,
  json,
  type Provider,
  type ProviderContext,
  type Request,
  type Route,
} from '../server/provider.ts';
import { createBitfinexHub } from './bitfinex-stream.ts';
import { bitfinexFault, invalid, unknownPath } from './errors.ts';
import {
  BITFINEX_LISTINGS,
  type BitfinexInstrument,
  bitfinexInstruments,
  CURRENCY_NAMES,
} from './listings.ts';
import { bookRows, candleHistory, isTimeFrame, tickerRow, tradeRow } from './rows.ts';

const PAIRS = BITFINEX_LISTINGS.map(({ pair }) => pair);
const CURRENCIES = Object.keys(CURRENCY_NAMES);
const MARGIN_PAIRS = ['BTCUSD', 'ETHUSD', 'LTCUSD'];

/** Bitfinex's pair information: smallest and largest order, initial and minimum margin. */
function pairInfo(pair: string): unknown {
  const [initial, least] = MARGIN_PAIRS.includes(pair) ? [0.2, 0.1] : [null, null];
  return [
    pair,
    [null, null, null, '0.00004', '2000.0', null, null, null, initial, least, null, null],
  ];
}

const ANSWERS: Readonly<Record<string, unknown>> = {
  'pub:list:pair:exchange': PAIRS,
  'pub:list:pair:margin': MARGIN_PAIRS,
  'pub:list:currency': CURRENCIES,
  'pub:list:currency:margin': ['BTC', 'ETH', 'LTC', 'USD', 'UST'],
  'pub:map:currency:sym': [['UST', 'USDt']],
  'pub:map:currency:label': Object.entries(CURRENCY_NAMES),
  'pub:map:currency:undl': [['UST', 'USD']],
  'pub:map:currency:tx:fee': CURRENCIES.map((currency) => [currency, [0, 0]]),
  'pub:map:tx:method': [
    ['BITCOIN', ['BTC']],
    ['ETHEREUM', ['ETH']],
    ['LITECOIN', ['LTC']],
  ],
  'pub:info:pair': PAIRS.map(pairInfo),
};

/** One outer element for each requested key, in order; an unknown key gets `[]`. */
function confAnswer(keys: string): unknown[] {
  return keys.split(',').map((key) => ANSWERS[key] ?? []);
}

const MAX_ROWS = 10_000;
const DEFAULT_CANDLES = 100;
const DEFAULT_TRADES = 125;
const PRECISIONS = ['P0', 'P1', 'P2', 'P3', 'P4', 'R0'];
const BOOK_LENGTHS = [1, 25, 100, 250];

/** The average distance of trades of a quiet pair, which has no trades in half of its minutes. */
const TRADE_SEARCH_MS = 4_000;

type Deps = { market: Market; instruments: ReadonlyMap<string, BitfinexInstrument> };
type RowQuery = { startMs: number; endMs: number; limit: number; isAscending: boolean };

/** The paging parameters of all lists, or the name of an invalid one. */
function rowQuery({ query }: Request, defaultLimit: number): RowQuery | { bad: string } {
  const limit = query.limit === undefined ? defaultLimit : Number(query.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_ROWS) return { bad: 'limit' };
  const startMs = query.start === undefined ? 0 : Number(query.start);
  if (!Number.isFinite(startMs)) return { bad: 'start' };
  const endMs = query.end === undefined ? Number.MAX_SAFE_INTEGER : Number(query.end);
  if (!Number.isFinite(endMs)) return { bad: 'end' };
  return { startMs, endMs, limit, isAscending: query.sort === '1' };
}

/** `/v2/candles/trade:{frame}:{symbol}/{hist|last}`; an unknown pair has no candles. */
function candlesAnswer({ market, instruments }: Deps, request: Request): Answer {
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
  const newest = { ...query, frame, limit: 1, isAscending: false };
  return json(candleHistory(market, instrument, newest)[0] ?? []);
}

/** `/v2/trades/{symbol}/hist` */
function tradesAnswer({ market, instruments }: Deps, request: Request): Answer {
  const instrument = instruments.get(request.params.symbol ?? '');
  if (!instrument) return invalid('symbol');
  const query = rowQuery(request, DEFAULT_TRADES);
  if ('bad' in query) return invalid(query.bad);
  const { limit, isAscending, startMs } = query;
  const spanMs = limit * TRADE_SEARCH_MS;
  const endMs = Math.min(query.endMs, market.now());
  const range = isAscending
    ? { fromMs: startMs, toMs: Math.min(endMs, startMs + spanMs) }
    : { fromMs: Math.max(startMs, endMs - spanMs), toMs: endMs };
  const rows = market.trades(instrument.market, range).map(tradeRow);
  return json(isAscending ? rows.slice(0, limit) : rows.slice(-limit).reverse());
}

/** `/v2/tickers?symbols=`; unknown symbols are left out. */
function tickersAnswer({ market, instruments }: Deps, { query }: Request): Answer {
  if (!query.symbols) return invalid('symbols');
  const symbols = query.symbols === 'ALL' ? [...instruments.keys()] : query.symbols.split(',');
  const found = symbols.flatMap((symbol) => instruments.get(symbol) ?? []);
  return json(found.map((instrument) => [instrument.symbol, ...tickerRow(market, instrument)]));
}

/** `/v2/ticker/{symbol}` */
function tickerAnswer({ market, instruments }: Deps, { params }: Request): Answer {
  const instrument = instruments.get(params.symbol ?? '');
  return instrument ? json(tickerRow(market, instrument)) : invalid('symbol');
}

/** `/v2/book/{symbol}/{precision}` */
function bookAnswer({ market, instruments }: Deps, { params, query }: Request): Answer {
  const instrument = instruments.get(params.symbol ?? '');
  if (!instrument) return invalid('symbol');
  const levels = Number(query.len ?? 25);
  if (!PRECISIONS.includes(params.precision ?? '')) return invalid('prec');
  if (!BOOK_LENGTHS.includes(levels)) return invalid('len');
  return json(bookRows(market, instrument, { levels, isRaw: params.precision === 'R0' }));
}

/** Documented limits per minute and address; exceeding one blocks the address for a minute. */
const LIMITS = [
  { path: /^\/v2\/candles\//, requests: 30 },
  { path: /^\/v2\/conf\//, requests: 90 },
  { path: /^\/v2\/tickers?(\/|$)/, requests: 30 },
  { path: /^\/v2\/trades\//, requests: 15 },
  { path: /^\/v2\/book\//, requests: 240 },
  { path: /^\/ws\/2/, requests: 20 },
].map((limit) => ({ ...limit, periodMs: MINUTE_MS, blockMs: MINUTE_MS }));

/** Bitfinex's public API, REST and WebSocket version 2. */
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
