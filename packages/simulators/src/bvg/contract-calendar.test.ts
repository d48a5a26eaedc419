import { expect, test } from 'vitest';
import { firstListedDayMs, lastTradingDayMs, monthsTradingBetween } from './contract-calendar.ts';

function date(dayMs: number): string {
  return new Date(dayMs).toISOString().slice(0, 10);
}

test.each([
  [2015, 9, '2015-09-22'],
  [2015, 12, '2015-12-23'],
  [2016, 3, '2016-03-22'],
  [2021, 5, '2021-05-24'],
  [2026, 3, '2026-03-24'],
  [2026, 5, '2026-05-22'],
  [2026, 7, '2026-07-24'],
  [2026, 9, '2026-09-22'],
  [2026, 12, '2026-12-23'],
  [2027, 3, '2027-03-19'],
  [2027, 7, '2027-07-23'],
])('the last trading day of the contract %i-%i is %s', (year, month, expected) => {
  expect(date(lastTradingDayMs({ year, month }))).toBe(expected);
});

test('a contract is listed from the Monday after the same contract of the previous year has ended', () => {
  expect(date(firstListedDayMs({ year: 2026, month: 7 }))).toBe('2025-07-28');
  expect(date(firstListedDayMs({ year: 2026, month: 12 }))).toBe('2025-12-29');
});

test('at least four main months trade at any time', () => {
  for (let day = 0; day < 800; day += 1) {
    const dayMs = Date.UTC(2026, 0, 1) + day * 86_400_000;
    expect(monthsTradingBetween(dayMs, dayMs).length).toBeGreaterThanOrEqual(4);
  }
});
