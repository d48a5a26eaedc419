import type { Market } from '../market/market.ts';
import { type Answer, json, type Request } from '../server/answer.ts';
import { bookRows, tickerRow, tradeRow } from './board.ts';
import { candleHistory, isTimeFrame } from './candles.ts';
import { invalid } from './errors.ts';
import type { BitfinexInstrument } from './listings.ts';

const MAX_ROWS = 10_000;
const DEFAULT_CANDLES = 100;
const DEFAULT_TRADES = 125;
const PRECISIONS = ['P0', 'P1', 'P2', 'P3', 'P4', 'R0'];
const BOOK_LENGTHS = [1, 25, 100, 250];

/** A quiet pair is silent for half of its minutes: this far apart its trades lie at most, on the mean. */
const TRADE_SEARCH_MS = 4_000;

type Deps = { market: Market; instruments: ReadonlyMap<string, BitfinexInstrument> };
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

/** `/v2/candles/trade:{frame}:{symbol}/{hist|last}`; an unknown pair has no candles. */
export function candlesAnswer({ market, instruments }: Deps, request: Request): Answer {
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
export function tradesAnswer({ market, instruments }: Deps, request: Request): Answer {
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
export function tickersAnswer({ market, instruments }: Deps, { query }: Request): Answer {
  if (!query.symbols) return invalid('symbols');
  const symbols = query.symbols === 'ALL' ? [...instruments.keys()] : query.symbols.split(',');
  const found = symbols.flatMap((symbol) => instruments.get(symbol) ?? []);
  return json(found.map((instrument) => [instrument.symbol, ...tickerRow(market, instrument)]));
}

/** `/v2/ticker/{symbol}` */
export function tickerAnswer({ market, instruments }: Deps, { params }: Request): Answer {
  const instrument = instruments.get(params.symbol ?? '');
  return instrument ? json(tickerRow(market, instrument)) : invalid('symbol');
}

/** `/v2/book/{symbol}/{precision}` */
export function bookAnswer({ market, instruments }: Deps, { params, query }: Request): Answer {
  const instrument = instruments.get(params.symbol ?? '');
  if (!instrument) return invalid('symbol');
  const levels = Number(query.len ?? 25);
  if (!PRECISIONS.includes(params.precision ?? '')) return invalid('prec');
  if (!BOOK_LENGTHS.includes(levels)) return invalid('len');
  return json(bookRows(market, instrument, { levels, isRaw: params.precision === 'R0' }));
}
