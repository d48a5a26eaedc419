export * from './bar-time.ts';
export { easterSundayMs, type HolidayCalendar, isHoliday } from './holidays/holidays.ts';
export { mayBeHolidays } from './holidays/unknown-holidays.ts';
export type { StockExchangeId } from './hours/exchange-hours.ts';
export type { MarketHours, MarketHoursId } from './hours/market-hours.ts';
export { MARKET_HOURS } from './hours/markets.ts';
export * from './resolution.ts';
export * from './trading-day.ts';
export { type WallClock, wallClockOf, wallToUtcMs, zoneOffsetMs } from './zone.ts';
