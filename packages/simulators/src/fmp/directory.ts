import { DAY_MS, isHoliday, isMarketOpen, MARKET_HOURS, zoneOffsetMs } from '@moneytrail/calendar';
import { type Answer, json, type Request, type Route } from '../server/provider.ts';
import type { FmpInstrument } from './listings.ts';
import { dateText } from './prices.ts';
import { MISSING_PARAMETER, type Selection } from './requests.ts';

const ZONE = 'America/New_York';
const DEFAULT_EXCHANGE = 'NASDAQ';

/** A row of `/exchange-market-hours`: local hours with the day's offset. */
function marketHoursRow(exchange: string, nowMs: number): unknown {
  const hours = Math.round(zoneOffsetMs(ZONE, nowMs) / 3_600_000);
  const offset = `-${String(-hours).padStart(2, '0')}:00`;
  return {
    exchange,
    name: exchange,
    openingHour: `09:30 AM ${offset}`,
    closingHour: `04:00 PM ${offset}`,
    timezone: ZONE,
    isMarketOpen: isMarketOpen(MARKET_HOURS['us-stocks'], nowMs),
  };
}

/** Rows of `/holidays-by-exchange` in a range of dates, newest first. */
function holidayRows(exchange: string, fromDayMs: number, toDayMs: number): unknown[] {
  const rows: unknown[] = [];
  for (let dayMs = toDayMs; dayMs >= fromDayMs; dayMs -= DAY_MS) {
    if (!isHoliday('US', dayMs)) continue;
    const date = dateText(dayMs);
    rows.push({
      exchange,
      date,
      name: 'Market Holiday',
      isClosed: true,
      adjOpenTime: null,
      adjCloseTime: null,
    });
  }
  return rows;
}

/** Opening hours and holidays of the stock exchanges. */
export function marketHoursHandlers({
  now,
}: {
  now: () => number;
}): Record<string, Route['handle']> {
  return {
    'exchange-market-hours': ({ query }) =>
      json([marketHoursRow(query.exchange ?? DEFAULT_EXCHANGE, now())]),
    'all-exchange-market-hours': () =>
      json(['NASDAQ', 'NYSE'].map((exchange) => marketHoursRow(exchange, now()))),
    'holidays-by-exchange': ({ query }) => {
      const today = Math.floor(now() / DAY_MS) * DAY_MS;
      const fromMs = Date.parse(query.from ?? '') || today - 365 * DAY_MS;
      const toMs = Date.parse(query.to ?? '') || today;
      return json(holidayRows(query.exchange ?? DEFAULT_EXCHANGE, fromMs, toMs));
    },
  };
}

const DEFAULT_SEARCH_LIMIT = 50;

function searchRow({ symbol, name, currency, exchangeFullName, exchange }: FmpInstrument): unknown {
  return { symbol, name, currency, exchangeFullName, exchange };
}

/** A case-insensitive search in one field. */
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

/** Searches and symbol lists; each list has its own format. */
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
