import { expect, test } from 'vitest';
import { DAY_MS } from './durations.ts';
import { barClosesAtMs, isMarketOpen, isTradingDay, MARKET_HOURS, sessionOf } from './index.ts';

const stocks = MARKET_HOURS['us-stocks'];
const at = (text: string) => Date.parse(text);

/** Trading dates of a year on which New York trades for less than six and a half hours. */
function shortDays(year: number): string[] {
  const days: string[] = [];
  for (let dayMs = Date.UTC(year, 0, 1); dayMs < Date.UTC(year + 1, 0, 1); dayMs += DAY_MS) {
    const { openMs, closeMs } = sessionOf(stocks, dayMs);
    const isShort = closeMs - openMs < 6.5 * 3_600_000;
    if (isShort && isTradingDay(stocks, dayMs)) days.push(new Date(dayMs).toISOString());
  }
  return days.map((day) => day.slice(5, 10));
}

test.each([
  [1996, ['07-05', '11-29', '12-24']],
  [1999, ['11-26', '12-31']],
  [2002, ['07-05', '11-29', '12-24']],
  [2003, ['07-03', '11-28', '12-24', '12-26']],
  [2012, ['07-03', '11-23', '12-24']],
  [2013, ['07-03', '11-29', '12-24']],
  [2014, ['07-03', '11-28', '12-24']],
  [2015, ['11-27', '12-24']],
  [2016, ['11-25']],
  [2019, ['07-03', '11-29', '12-24']],
  [2020, ['11-27', '12-24']],
  [2021, ['11-26']],
  [2022, ['11-25']],
  [2023, ['07-03', '11-24']],
  [2024, ['07-03', '11-29', '12-24']],
  [2025, ['07-03', '11-28', '12-24']],
  [2026, ['11-27', '12-24']],
  [2027, ['11-26']],
  [2028, ['07-03', '11-24']],
])('New York closes early in %i on %j', (year, days) => {
  expect(shortDays(year)).toEqual(days);
});

test('a half-day and its last bars end at 13:00 in winter and in summer', () => {
  expect(isMarketOpen(stocks, at('2026-11-27T17:59:00Z'))).toBe(true);
  expect(isMarketOpen(stocks, at('2026-11-27T18:00:00Z'))).toBe(false);
  expect(isMarketOpen(stocks, at('2025-07-03T16:59:00Z'))).toBe(true);
  expect(isMarketOpen(stocks, at('2025-07-03T17:00:00Z'))).toBe(false);
  const lastHour = barClosesAtMs(stocks, '60', at('2026-11-27T17:30:00Z'));
  expect(lastHour).toBe(at('2026-11-27T18:00:00Z'));
  expect(barClosesAtMs(stocks, '1D', at('2026-11-27'))).toBe(at('2026-11-27T18:00:00Z'));
});

test('the currency markets have no half-days', () => {
  expect(isMarketOpen(MARKET_HOURS.forex, at('2026-11-27T18:30:00Z'))).toBe(true);
});
