import type { MarketHoursId } from '@moneytrail/calendar';
import type { OutrightInstrument } from '../market/market-instrument.ts';
import { outrightOf, UNDERLYINGS, type UnderlyingId } from '../market/underlyings.ts';

export type FmpKind = 'crypto' | 'forex' | 'commodity' | 'index' | 'stock';

/** A symbol as FMP lists it. */
export type FmpListing = {
  symbol: string;
  name: string;
  kind: FmpKind;
  underlying: UnderlyingId;
  currency: string;
  exchange: string;
  exchangeFullName: string;
};

function crypto(symbol: UnderlyingId, name: string): FmpListing {
  const place = { currency: 'USD', exchange: 'CRYPTO', exchangeFullName: 'CCC' };
  return { symbol, name: `${name} USD`, kind: 'crypto', underlying: symbol, ...place };
}

function forex(symbol: UnderlyingId): FmpListing {
  const place = { exchange: 'FOREX', exchangeFullName: 'FOREX' };
  const currency = symbol.slice(3);
  return {
    symbol,
    name: `${symbol.slice(0, 3)}/${currency}`,
    kind: 'forex',
    underlying: symbol,
    currency,
    ...place,
  };
}

function stock(
  symbol: UnderlyingId,
  name: string,
  place: Pick<FmpListing, 'currency' | 'exchange' | 'exchangeFullName'> = {
    currency: 'USD',
    exchange: 'NASDAQ',
    exchangeFullName: 'NASDAQ Global Select',
  },
): FmpListing {
  return { symbol, name, kind: 'stock', underlying: symbol, ...place };
}

function commodity(symbol: string, name: string, underlying: UnderlyingId): FmpListing {
  const place = { currency: 'USD', exchange: 'COMMODITY', exchangeFullName: 'COMMODITY' };
  return { symbol, name, kind: 'commodity', underlying, ...place };
}

function index(symbol: string, name: string, underlying: UnderlyingId): FmpListing {
  const place = { currency: 'USD', exchange: 'INDEX', exchangeFullName: 'INDEX' };
  return { symbol, name, kind: 'index', underlying, ...place };
}

/** All listed symbols. */
export const FMP_LISTINGS: readonly FmpListing[] = [
  crypto('BTCUSD', 'Bitcoin'),
  crypto('ETHUSD', 'Ethereum'),
  crypto('SOLUSD', 'Solana'),
  stock('AAPL', 'Apple Inc.'),
  stock('TSLA', 'Tesla, Inc.'),
  stock('GOOGL', 'Alphabet Inc.'),
  stock('COKE', 'Coca-Cola Consolidated, Inc.'),
  stock('MSFT', 'Microsoft Corporation'),
  stock('NPN.JO', 'Naspers Limited', {
    currency: 'ZAc',
    exchange: 'JNB',
    exchangeFullName: 'Johannesburg Stock Exchange',
  }),
  stock('SHOP.TO', 'Shopify Inc.', {
    currency: 'CAD',
    exchange: 'TSX',
    exchangeFullName: 'Toronto Stock Exchange',
  }),
  forex('EURUSD'),
  forex('GBPUSD'),
  forex('USDZAR'),
  commodity('GCUSD', 'Gold Futures', 'XAUUSD'),
  commodity('SIUSD', 'Silver Futures', 'XAGUSD'),
  commodity('CLUSD', 'Crude Oil', 'CLUSD'),
  index('^VIX', 'CBOE Volatility Index', 'VIX'),
  index('^GSPC', 'S&P 500', 'GSPC'),
];

export type FmpInstrument = FmpListing & { hours: MarketHoursId; market: OutrightInstrument };

/** The listings with their prices, by symbol. */
export function fmpInstruments(anchorMs: number): ReadonlyMap<string, FmpInstrument> {
  return new Map(
    FMP_LISTINGS.map((listing) => [
      listing.symbol,
      {
        ...listing,
        hours: UNDERLYINGS[listing.underlying].hours,
        market: outrightOf(
          listing.underlying,
          { volumeDecimals: listing.kind === 'crypto' ? 5 : 0 },
          anchorMs,
        ),
      },
    ]),
  );
}
