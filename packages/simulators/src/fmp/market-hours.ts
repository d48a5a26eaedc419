import { DAY_MS, isHoliday, isMarketOpen, MARKET_HOURS, zoneOffsetMs } from '@moneytrail/calendar';
import { json, type Route } from '../server/answer.ts';
import { dateText } from './history.ts';

const ZONE = 'America/New_York';
const DEFAULT_EXCHANGE = 'NASDAQ';

/** A row of `/exchange-market-hours`: hours of the wall clock with the offset of the day. */
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

/** Opening hours and holidays of the share exchanges. */
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
