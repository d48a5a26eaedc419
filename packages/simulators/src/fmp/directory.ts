import { type Answer, json, type Request, type Route } from '../server/answer.ts';
import { MISSING_PARAMETER } from './errors.ts';
import type { FmpInstrument } from './listings.ts';
import type { Selection } from './selection.ts';

const DEFAULT_SEARCH_LIMIT = 50;

function searchRow({ symbol, name, currency, exchangeFullName, exchange }: FmpInstrument): unknown {
  return { symbol, name, currency, exchangeFullName, exchange };
}

/** A search over one field, whatever its case. */
function search(
  instruments: readonly FmpInstrument[],
  textOf: (instrument: FmpInstrument) => string,
): (request: Request) => Answer {
  return ({ query }) => {
    if (!query.query) return MISSING_PARAMETER;
    const wanted = query.query.toLowerCase();
    const found = instruments
      .filter((instrument) => textOf(instrument).toLowerCase().includes(wanted))
      .filter(({ exchange }) => !query.exchange || exchange === query.exchange)
      .slice(0, Number(query.limit) || DEFAULT_SEARCH_LIMIT);
    return json(found.map(searchRow));
  };
}

const EXCHANGES = [
  ['NASDAQ', 'NASDAQ', 'United States of America', 'US', 'N/A', 'Real-time'],
  ['NYSE', 'New York Stock Exchange', 'United States of America', 'US', 'N/A', 'Real-time'],
  ['JNB', 'Johannesburg Stock Exchange', 'South Africa', 'ZA', '.JO', '15 min'],
  ['TSX', 'Toronto Stock Exchange', 'Canada', 'CA', '.TO', '15 min'],
  ['CRYPTO', 'Cryptocurrency Exchange', 'N/A', 'N/A', 'N/A', 'Real-time'],
  ['FOREX', 'FOREX', 'N/A', 'N/A', 'N/A', 'Real-time'],
  ['COMMODITY', 'Commodities Exchange', 'N/A', 'N/A', 'N/A', 'Real-time'],
  ['INDEX', 'Index', 'N/A', 'N/A', 'N/A', 'Real-time'],
].map(([exchange, name, countryName, countryCode, symbolSuffix, delay]) => {
  return { exchange, name, countryName, countryCode, symbolSuffix, delay };
});

/** Searches and symbol lists, each list in its own shape. */
export function directoryHandlers(
  instruments: readonly FmpInstrument[],
  selection: Selection,
): Record<string, Route['handle']> {
  return {
    'search-symbol': search(instruments, ({ symbol }) => symbol),
    'search-name': search(instruments, ({ name }) => name),
    'stock-list': selection.kind('stock', ({ symbol, name }) => ({ symbol, companyName: name })),
    'actively-trading-list': selection.kind('stock', ({ symbol, name }) => ({ symbol, name })),
    'etf-list': () => json([]),
    'symbol-change': () => json([]),
    'available-exchanges': () => json(EXCHANGES),
    'cryptocurrency-list': selection.kind('crypto', ({ symbol, name }) => ({
      symbol,
      name,
      exchange: 'CCC',
      icoDate: '2009-01-03',
      circulatingSupply: 19_900_000,
      totalSupply: null,
    })),
    'forex-list': selection.kind('forex', ({ symbol, currency }) => ({
      symbol,
      fromCurrency: symbol.slice(0, 3),
      toCurrency: currency,
      fromName: symbol.slice(0, 3),
      toName: currency,
    })),
    'commodities-list': selection.kind('commodity', ({ symbol, name, currency }) => ({
      symbol,
      name,
      exchange: null,
      tradeMonth: 'Dec',
      currency,
    })),
    'index-list': selection.kind('index', ({ symbol, name, currency }) => ({
      symbol,
      name,
      exchange: 'INDEX',
      currency,
    })),
  };
}
