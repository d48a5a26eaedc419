export * from './bar-time.ts';
export { easterSundayMs, type HolidayCalendar, isHoliday } from './holidays.ts';
export { MARKET_HOURS, type MarketHours, type MarketHoursId } from './market-hours.ts';
export * from './resolution.ts';
export * from './trading-day.ts';
export { type WallClock, wallClockOf, wallToUtcMs, zoneOffsetMs } from './zone.ts';
