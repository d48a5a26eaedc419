import type { HolidayCalendar } from '../holidays/holidays.ts';
import { EXCHANGE_HOURS, type StockExchangeId } from './exchange-hours.ts';
import type { MarketHours } from './market-hours.ts';

/** Exchanges whose holidays the calendar knows. */
const HOLIDAYS: Partial<Record<StockExchangeId, HolidayCalendar>> = { xjse: 'ZA' };

function minuteOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(2));
}

function hoursOf(id: StockExchangeId): MarketHours {
  const [zone, session] = EXCHANGE_HOURS[id];
  const minutes = session.split(/[-,]/).map(minuteOf);
  const [openMinute = 0, restFrom = 0, restTo = 0] = minutes;
  return {
    id,
    zone,
    openMinute,
    closeMinute: minutes.at(-1) ?? 0,
    ...(minutes.length > 2 ? { restMinutes: [restFrom, restTo] as const } : {}),
    days: 'weekdays',
    holidays: HOLIDAYS[id] ?? 'unknown',
    session,
  };
}

/** The hours of share exchanges outside the United States. */
export const STOCK_EXCHANGES: Record<StockExchangeId, MarketHours> = {
  xams: hoursOf('xams'),
  xasx: hoursOf('xasx'),
  xbru: hoursOf('xbru'),
  xcse: hoursOf('xcse'),
  xdub: hoursOf('xdub'),
  xetr: hoursOf('xetr'),
  xhel: hoursOf('xhel'),
  xhkg: hoursOf('xhkg'),
  xjse: hoursOf('xjse'),
  xkrx: hoursOf('xkrx'),
  xlis: hoursOf('xlis'),
  xlon: hoursOf('xlon'),
  xmad: hoursOf('xmad'),
  xmil: hoursOf('xmil'),
  xnse: hoursOf('xnse'),
  xnze: hoursOf('xnze'),
  xosl: hoursOf('xosl'),
  xpar: hoursOf('xpar'),
  xses: hoursOf('xses'),
  xshg: hoursOf('xshg'),
  xsto: hoursOf('xsto'),
  xswx: hoursOf('xswx'),
  xtai: hoursOf('xtai'),
  xtks: hoursOf('xtks'),
  xtse: hoursOf('xtse'),
  xwar: hoursOf('xwar'),
  xwbo: hoursOf('xwbo'),
};
