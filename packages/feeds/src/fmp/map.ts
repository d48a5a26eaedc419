import type { MarketHoursId } from '@moneytrail/calendar';
import { type Bar, exchangeSuffixOf, type InstrumentType } from '@moneytrail/contract';
import type { FeedInstrument } from '../feed.ts';
import { listedHours } from './listed-hours.ts';
import { newYorkTimes } from './new-york-time.ts';
import type {
  FmpCommodity,
  FmpCryptocurrency,
  FmpDailyBar,
  FmpForexPair,
  FmpIndex,
  FmpIntradayBar,
  FmpListedShare,
  FmpSearchRow,
} from './wire.ts';

/** Exchanges of the search answer that keep New York's stock hours. */
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
 * A market whose own hours are not known is given the week of the currency markets: every exchange's weekday session
 * lies within it, on the right trading date.
 */
const WORLD_HOURS: MarketHoursId = 'forex';

const MARKETS: Record<string, { type: InstrumentType; marketHours: MarketHoursId }> = {
  CRYPTO: { type: 'crypto', marketHours: 'crypto' },
  FOREX: { type: 'forex', marketHours: 'forex' },
  COMMODITY: { type: 'commodity', marketHours: 'metals' },
};

/** Hundredths of a currency, as the vendor spells them. */
const MINOR_UNITS: Record<string, string> = {
  USX: 'US cents',
  ZAc: 'South African cents',
  ZAX: 'South African cents',
  GBp: 'pence',
  GBX: 'pence',
  ILA: 'agorot',
};

/** US cents are not dollars: said in the description, since no currency of the product stands for them. */
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

/** The hours of New York, of the exchange that a share's suffix names, or of the whole week. */
function hoursAt(exchange: string, code: string): MarketHoursId {
  if (US_EXCHANGES.has(exchange) || US_INDEXES.has(code)) return 'us-stocks';
  return listedHours(code, exchange) ?? WORLD_HOURS;
}

/** A row of the list of shares, which names no exchange: without a suffix a share is listed in the United States. */
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

/** A search result; its exchange tells what it is. Foreign shares keep their suffix: `NPN.JO`. */
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

/** The row's date is the trading date: 00:00 UTC of it. */
export function barOfDay({ date, open, high, low, close, volume }: FmpDailyBar): Bar {
  return { time: Date.parse(`${date}T00:00:00Z`), open, high, low, close, volume: volume ?? null };
}

/** Rows of one answer, in its order: order tells the repeated hour of November apart. */
export function barsOfIntraday(rows: readonly FmpIntradayBar[]): Bar[] {
  const times = newYorkTimes(rows.map(({ date }) => date));
  return rows.map(({ open, high, low, close, volume }, index) => ({
    time: times[index] ?? Number.NaN,
    open,
    high,
    low,
    close,
    volume: volume ?? null,
  }));
}
