import { createMarket } from '../market/market.ts';
import { type Answer, json, type Request, type Route } from '../server/answer.ts';
import type { Provider, ProviderContext } from '../server/provider.ts';
import { EXCHANGES, LIST_ROWS, searchRow } from './directory.ts';
import { fmpFault, INVALID_KEY, LEGACY_ENDPOINT, MISSING_PARAMETER } from './errors.ts';
import { adjustedRow, dailyCandles, fullRow, intradayRows, lightRow } from './history.ts';
import { type FmpInstrument, type FmpKind, fmpInstruments } from './listings.ts';
import { holidayRows, marketHoursRow } from './market-hours.ts';
import { quoteRow, shortQuoteRow } from './quotes.ts';

/** The only key the stand-in accepts. */
const FMP_KEY = 'simulated-fmp-key';
const DEFAULT_SEARCH_LIMIT = 50;
const YEAR_MS = 365 * 86_400_000;

function list(rows: readonly unknown[]): Answer {
  return json(rows.filter((row) => row !== null));
}

/** FMP's stable interface over REST, as its documentation and recorded answers show it. */
export function createFmpProvider(context: ProviderContext): Provider {
  const market = createMarket(context);
  const instruments = fmpInstruments(context.anchorMs);
  const all = [...instruments.values()];
  const ofKind = (kind: FmpKind) => all.filter((instrument) => instrument.kind === kind);

  /** The one symbol a request asks for; an unknown one has no rows. */
  const ofSymbol = (rows: (instrument: FmpInstrument, request: Request) => readonly unknown[]) => {
    return (request: Request): Answer => {
      if (!request.query.symbol) return MISSING_PARAMETER;
      const instrument = instruments.get(request.query.symbol.toUpperCase());
      return list(instrument ? rows(instrument, request) : []);
    };
  };
  const ofSymbols = (row: (instrument: FmpInstrument) => unknown) => (request: Request) => {
    if (!request.query.symbols) return MISSING_PARAMETER;
    const symbols = request.query.symbols.toUpperCase().split(',');
    return list(symbols.flatMap((symbol) => instruments.get(symbol) ?? []).map(row));
  };
  const search =
    (matches: (instrument: FmpInstrument, query: string) => boolean) => (request: Request) => {
      const { query, limit, exchange } = request.query;
      if (!query) return MISSING_PARAMETER;
      return list(
        all
          .filter((instrument) => matches(instrument, query.toLowerCase()))
          .filter((instrument) => !exchange || instrument.exchange === exchange)
          .slice(0, Number(limit) || DEFAULT_SEARCH_LIMIT)
          .map(searchRow),
      );
    };
  const daily = (
    row: (instrument: FmpInstrument, day: ReturnType<typeof dailyCandles>[number]) => unknown,
  ) =>
    ofSymbol((instrument, request) =>
      dailyCandles(market, instrument, request).map((day) => row(instrument, day)),
    );
  const quote = (instrument: FmpInstrument) => quoteRow(market, instrument);
  const shortQuote = (instrument: FmpInstrument) => shortQuoteRow(market, instrument);

  const handlers: Record<string, Route['handle']> = {
    'search-symbol': search(({ symbol }, query) => symbol.toLowerCase().includes(query)),
    'search-name': search(({ name }, query) => name.toLowerCase().includes(query)),
    'stock-list': () => list(ofKind('stock').map(LIST_ROWS.stock)),
    'actively-trading-list': () =>
      list(ofKind('stock').map(({ symbol, name }) => ({ symbol, name }))),
    'etf-list': () => list([]),
    'symbol-change': () => list([]),
    'cryptocurrency-list': () => list(ofKind('crypto').map(LIST_ROWS.crypto)),
    'forex-list': () => list(ofKind('forex').map(LIST_ROWS.forex)),
    'commodities-list': () => list(ofKind('commodity').map(LIST_ROWS.commodity)),
    'index-list': () => list(ofKind('index').map(LIST_ROWS.index)),
    'available-exchanges': () => list(EXCHANGES),
    'historical-price-eod/full': daily(fullRow),
    'historical-price-eod/light': daily(lightRow),
    'historical-price-eod/non-split-adjusted': daily(adjustedRow),
    'historical-price-eod/dividend-adjusted': daily(adjustedRow),
    'historical-chart/:interval': ofSymbol(
      (instrument, request) => intradayRows(market, instrument, request) ?? [],
    ),
    quote: ofSymbol((instrument) => [quote(instrument)]),
    'quote-short': ofSymbol((instrument) => [shortQuote(instrument)]),
    'batch-quote': ofSymbols(quote),
    'batch-quote-short': ofSymbols(shortQuote),
    'batch-crypto-quotes': () => list(ofKind('crypto').map(shortQuote)),
    'batch-forex-quotes': () => list(ofKind('forex').map(shortQuote)),
    'batch-commodity-quotes': () => list(ofKind('commodity').map(shortQuote)),
    'batch-index-quotes': () => list(ofKind('index').map(shortQuote)),
    'batch-exchange-quote': ({ query }) =>
      list(all.filter(({ exchange }) => exchange === query.exchange).map(shortQuote)),
    'exchange-market-hours': ({ query }) =>
      list([marketHoursRow(query.exchange ?? 'NASDAQ', market.now())]),
    'all-exchange-market-hours': () =>
      list(['NASDAQ', 'NYSE'].map((name) => marketHoursRow(name, market.now()))),
    'holidays-by-exchange': ({ query }) => {
      const today = Math.floor(market.now() / 86_400_000) * 86_400_000;
      return list(
        holidayRows(
          query.exchange ?? 'NASDAQ',
          Date.parse(query.from ?? '') || today - YEAR_MS,
          Date.parse(query.to ?? '') || today,
        ),
      );
    },
  };

  return {
    exchange: 'FMP',
    restPath: '/stable',
    apiKey: FMP_KEY,
    routes: Object.entries(handlers).map(([path, handle]) => ({ path: `/stable/${path}`, handle })),
    guard: ({ path, query, headers }) => {
      if (path.startsWith('/api/v3/') || path.startsWith('/api/v4/')) return LEGACY_ENDPOINT;
      return (query.apikey ?? headers.apikey) === FMP_KEY ? null : INVALID_KEY;
    },
    notFound: () => json({ 'Error Message': 'Not Found' }, 404),
    faultAnswer: fmpFault,
    limits: [{ path: /./, requests: 300, periodMs: 60_000, blockMs: 0 }],
    stream: null,
  };
}
