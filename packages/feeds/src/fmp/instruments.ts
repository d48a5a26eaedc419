import type { MarketHoursId, StockExchangeId } from '@moneytrail/calendar';
import { exchangeSuffixOf, type InstrumentType } from '@moneytrail/contract';
import type { FeedInstrument } from '../feed.ts';
import type {
  FmpCommodity,
  FmpCryptocurrency,
  FmpForexPair,
  FmpIndex,
  FmpListedShare,
  FmpSearchRow,
} from './wire.ts';

/** Exchanges of search results that keep New York's stock hours. */
const US_EXCHANGES = new Set([
  'NASDAQ',
  'NYSE',
  'AMEX',
  'CBOE',
  'BATS',
  'NYSEARCA',
  'ETF',
  'OTC',
  'PNK',
]);
const US_INDEXES = new Set([
  '^GSPC',
  '^DJI',
  '^IXIC',
  '^NDX',
  '^RUT',
  '^VIX',
  '^NYA',
  '^XAX',
  '^OEX',
  '^MID',
]);

/**
 * Hours for markets that the calendar does not know: the week of the currency markets contains every exchange's weekday
 * session, on the right trading date.
 */
const WORLD_HOURS: MarketHoursId = 'forex';

const MARKETS: Record<string, { type: InstrumentType; marketHours: MarketHoursId }> = {
  CRYPTO: { type: 'crypto', marketHours: 'crypto' },
  FOREX: { type: 'forex', marketHours: 'forex' },
  COMMODITY: { type: 'commodity', marketHours: 'metals' },
};

/** Minor units of currencies, in the vendor's spelling. */
const MINOR_UNITS: Record<string, string> = {
  USX: 'US cents',
  ZAc: 'South African cents',
  ZAX: 'South African cents',
  GBp: 'pence',
  GBX: 'pence',
  ILA: 'agorot',
};

/** States a minor unit in the description, as the product has no such currencies. */
function quotedIn(description: string, currency: string | null | undefined): string {
  const unit = MINOR_UNITS[currency ?? ''];
  return unit ? `${description} (in ${unit})` : description;
}

function dollarSides(code: string): { base: string; quote: string } | undefined {
  return code.endsWith('USD') && code.length > 3
    ? { base: code.slice(0, -3), quote: 'USD' }
    : undefined;
}

export function instrumentOfCryptocurrency(row: FmpCryptocurrency): FeedInstrument {
  const code = row.symbol.toUpperCase();
  return {
    code,
    description: row.name ?? code,
    type: 'crypto',
    marketHours: 'crypto',
    listedExchange: { name: 'Crypto', value: 'CRYPTO' },
    ...dollarSides(code),
  };
}

export function instrumentOfForexPair(row: FmpForexPair): FeedInstrument {
  const code = row.symbol.toUpperCase();
  const { fromCurrency: base, toCurrency: quote } = row;
  return {
    code,
    description: `${row.fromName ?? base} / ${row.toName ?? quote}`,
    type: 'forex',
    marketHours: 'forex',
    listedExchange: { name: 'Forex', value: 'FOREX' },
    base,
    quote,
  };
}

export function instrumentOfCommodity(row: FmpCommodity): FeedInstrument {
  const code = row.symbol.toUpperCase();
  const month = row.tradeMonth ? `, ${row.tradeMonth}` : '';
  return {
    code,
    description: quotedIn(`${row.name ?? code}${month}`, row.currency),
    type: 'commodity',
    marketHours: 'metals',
    listedExchange: { name: 'Commodity', value: 'COMMODITY' },
  };
}

export function instrumentOfIndex(row: FmpIndex): FeedInstrument {
  const code = row.symbol.toUpperCase();
  return {
    code,
    description: quotedIn(row.name ?? code, row.currency),
    type: 'index',
    marketHours: US_INDEXES.has(code) ? 'us-stocks' : WORLD_HOURS,
    listedExchange: {
      name: row.exchange ?? 'Index',
      value: row.exchange?.toUpperCase() ?? 'INDEX',
    },
  };
}

/** Exchanges by the vendor's code suffix, as far as the calendar knows their hours. */
const EXCHANGE_OF_SUFFIX: Readonly<Record<string, StockExchangeId>> = {
  AS: 'xams',
  AX: 'xasx',
  BO: 'xnse',
  BR: 'xbru',
  CN: 'xtse',
  CO: 'xcse',
  DE: 'xetr',
  HE: 'xhel',
  HK: 'xhkg',
  IR: 'xdub',
  JO: 'xjse',
  KQ: 'xkrx',
  KS: 'xkrx',
  L: 'xlon',
  LS: 'xlis',
  MC: 'xmad',
  MI: 'xmil',
  NE: 'xtse',
  NS: 'xnse',
  NZ: 'xnze',
  OL: 'xosl',
  PA: 'xpar',
  SI: 'xses',
  SS: 'xshg',
  ST: 'xsto',
  SW: 'xswx',
  SZ: 'xshg',
  T: 'xtks',
  TO: 'xtse',
  TW: 'xtai',
  TWO: 'xtai',
  V: 'xtse',
  VI: 'xwbo',
  WA: 'xwar',
};

/** The hours of a share listed outside the United States, by its suffix; null if the calendar does not know them. */
function listedHours(code: string, exchange: string): MarketHoursId | null {
  const suffix = exchangeSuffixOf(code, exchange);
  return suffix === null ? null : (EXCHANGE_OF_SUFFIX[suffix] ?? null);
}

function hoursAt(exchange: string, code: string): MarketHoursId {
  if (US_EXCHANGES.has(exchange) || US_INDEXES.has(code)) return 'us-stocks';
  return listedHours(code, exchange) ?? WORLD_HOURS;
}

/** A row of the list of shares, which names no exchange: a share without a suffix is listed in the United States. */
export function instrumentOfListedShare(row: FmpListedShare): FeedInstrument {
  const code = row.symbol.toUpperCase();
  const suffix = exchangeSuffixOf(code, '');
  return {
    code,
    description: row.name ?? code,
    type: 'stock',
    marketHours: suffix === null ? 'us-stocks' : (listedHours(code, '') ?? WORLD_HOURS),
    listedExchange: suffix === null ? { name: 'US', value: 'US' } : { name: suffix, value: suffix },
  };
}

/** A search result, whose exchange determines its type. Foreign shares keep their suffix: `NPN.JO`. */
export function instrumentOfSearchRow(row: FmpSearchRow): FeedInstrument {
  const code = row.symbol.toUpperCase();
  const value = row.exchange?.toUpperCase() ?? '';
  const isIndex = value === 'INDEX' || code.startsWith('^');
  const market = MARKETS[value] ?? {
    type: isIndex ? 'index' : 'stock',
    marketHours: hoursAt(value, code),
  };
  return {
    code,
    description: quotedIn(row.name ?? code, row.currency),
    type: market.type,
    marketHours: market.marketHours,
    listedExchange: { name: row.exchangeFullName ?? value, value },
    ...(market.type === 'crypto' || market.type === 'forex' ? dollarSides(code) : {}),
  };
}
