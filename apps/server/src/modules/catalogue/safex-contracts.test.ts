import { expect, test } from 'vitest';
import { lastTradingDayMs, safexInstruments } from './safex-contracts.ts';

/** Dates published by Grain SA and in the exchange's notices. */
test.each([
  [2015, 9, '2015-09-22'],
  [2015, 12, '2015-12-23'],
  [2016, 3, '2016-03-22'],
  [2021, 5, '2021-05-24'],
  [2026, 7, '2026-07-24'],
  [2027, 3, '2027-03-19'],
])('a contract of %i-%i stops trading on %s', (year, month, day) => {
  expect(lastTradingDayMs({ year, month })).toBe(Date.parse(day));
});

test('the contracts are the currently traded ones, and a spread lives as long as both of its legs', () => {
  const listed = safexInstruments(Date.parse('2026-07-27T10:00:00Z'));
  expect(listed.map(({ code }) => code)).toContain('WMAZ-2026-09');
  expect(listed.map(({ code }) => code)).not.toContain('WMAZ-2026-07');
  const spread = listed.find(({ code }) => code === 'SUNS-2026-09/SUNS-2026-12');
  expect(spread).toMatchObject({ type: 'spread', endDate: '2026-09-22', startDate: '2025-12-29' });
});
