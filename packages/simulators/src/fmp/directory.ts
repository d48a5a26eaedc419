import type { FmpInstrument, FmpKind } from './listings.ts';

/** A row of the two searches. */
export function searchRow({
  symbol,
  name,
  currency,
  exchangeFullName,
  exchange,
}: FmpInstrument): unknown {
  return { symbol, name, currency, exchangeFullName, exchange };
}

/** Rows of the list endpoint of one kind, each in its own shape. */
export const LIST_ROWS: Record<FmpKind, (instrument: FmpInstrument) => unknown> = {
  stock: ({ symbol, name }) => ({ symbol, companyName: name }),
  crypto: ({ symbol, name }) => ({
    symbol,
    name,
    exchange: 'CCC',
    icoDate: '2009-01-03',
    circulatingSupply: 19_900_000,
    totalSupply: null,
  }),
  forex: ({ symbol, currency }) => ({
    symbol,
    fromCurrency: symbol.slice(0, 3),
    toCurrency: currency,
    fromName: symbol.slice(0, 3),
    toName: currency,
  }),
  commodity: ({ symbol, name, currency }) => ({
    symbol,
    name,
    exchange: null,
    tradeMonth: 'Dec',
    currency,
  }),
  index: ({ symbol, name, currency }) => ({ symbol, name, exchange: 'INDEX', currency }),
};

/** `/available-exchanges`. */
export const EXCHANGES: readonly unknown[] = [
  ['NASDAQ', 'NASDAQ', 'United States of America', 'US', 'N/A', 'Real-time'],
  ['NYSE', 'New York Stock Exchange', 'United States of America', 'US', 'N/A', 'Real-time'],
  ['JNB', 'Johannesburg Stock Exchange', 'South Africa', 'ZA', '.JO', '15 min'],
  ['TSX', 'Toronto Stock Exchange', 'Canada', 'CA', '.TO', '15 min'],
  ['CRYPTO', 'Cryptocurrency Exchange', 'N/A', 'N/A', 'N/A', 'Real-time'],
  ['FOREX', 'FOREX', 'N/A', 'N/A', 'N/A', 'Real-time'],
  ['COMMODITY', 'Commodities Exchange', 'N/A', 'N/A', 'N/A', 'Real-time'],
  ['INDEX', 'Index', 'N/A', 'N/A', 'N/A', 'Real-time'],
].map(([exchange, name, countryName, countryCode, symbolSuffix, delay]) => ({
  exchange,
  name,
  countryName,
  countryCode,
  symbolSuffix,
  delay,
}));
