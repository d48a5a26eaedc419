import { DAY_MS, HOUR_MS, MARKET_HOURS } from '@moneytrail/calendar';
import { expect, test } from 'vitest';
import { wholeEnd } from './series-bounds.ts';

const FOREVER = { hours: MARKET_HOURS['us-stocks'], startDate: null, endDate: null };
const MONDAY = Date.parse('2026-11-16');
const FRIDAY = MONDAY + 4 * DAY_MS;

test('a bar may change until the feed has answered for its last stored bar', () => {
  const nextMonday = MONDAY + 7 * DAY_MS;
  expect(wholeEnd(FOREVER, '1W', FRIDAY)).toBe(MONDAY);
  expect(wholeEnd(FOREVER, '1W', FRIDAY + DAY_MS)).toBe(nextMonday);
  const opensMs = FRIDAY + 14.5 * HOUR_MS;
  expect(wholeEnd(FOREVER, '240', opensMs + 3 * HOUR_MS)).toBe(opensMs);
  expect(wholeEnd(FOREVER, '240', FRIDAY + DAY_MS)).toBe(nextMonday + 14.5 * HOUR_MS);
});

test('the last week of an expired contract is final', () => {
  const contract = { ...FOREVER, endDate: '2026-11-18' };
  expect(wholeEnd(contract, '1W', MONDAY + 2 * DAY_MS)).toBe(MONDAY);
  expect(wholeEnd(contract, '1W', MONDAY + 3 * DAY_MS)).toBe(Number.POSITIVE_INFINITY);
});

test('no bar is final that the feed was never asked for', () => {
  expect(wholeEnd(FOREVER, '1D', null)).toBe(Number.NEGATIVE_INFINITY);
});
