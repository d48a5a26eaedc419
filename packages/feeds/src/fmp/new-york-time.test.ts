import { expect, test } from 'vitest';
import { newYorkDate, newYorkTimes } from './new-york-time.ts';

const iso = (naive: string[]) => newYorkTimes(naive).map((ms) => new Date(ms).toISOString());

test('New York’s wall clock is read in daylight saving and standard time', () => {
  expect(iso(['2025-07-24 12:29:00'])).toEqual(['2025-07-24T16:29:00.000Z']);
  expect(iso(['2025-02-04 15:59:00'])).toEqual(['2025-02-04T20:59:00.000Z']);
});

test('the day the clock goes forward has no gap and no duplicate', () => {
  expect(iso(['2026-03-08 01:59:00', '2026-03-08 03:00:00'])).toEqual([
    '2026-03-08T06:59:00.000Z',
    '2026-03-08T07:00:00.000Z',
  ]);
});

const NOVEMBER = [
  '2025-11-02 00:30:00',
  '2025-11-02 01:00:00',
  '2025-11-02 01:30:00',
  '2025-11-02 01:00:00',
  '2025-11-02 01:30:00',
  '2025-11-02 02:00:00',
];
const NOVEMBER_UTC = [
  '2025-11-02T04:30:00.000Z',
  '2025-11-02T05:00:00.000Z',
  '2025-11-02T05:30:00.000Z',
  '2025-11-02T06:00:00.000Z',
  '2025-11-02T06:30:00.000Z',
  '2025-11-02T07:00:00.000Z',
];

test('the repeated hour of November is distinguished by order, oldest first', () => {
  expect(iso(NOVEMBER)).toEqual(NOVEMBER_UTC);
});

test('the repeated hour of November is distinguished by order, newest first', () => {
  expect(iso(NOVEMBER.toReversed())).toEqual(NOVEMBER_UTC.toReversed());
});

test('hourly bars of the repeated hour are two hours', () => {
  expect(iso(['2025-11-02 01:00:00', '2025-11-02 01:00:00', '2025-11-02 02:00:00'])).toEqual([
    '2025-11-02T05:00:00.000Z',
    '2025-11-02T06:00:00.000Z',
    '2025-11-02T07:00:00.000Z',
  ]);
});

test('the repeated hour sorted by its text keeps both of every pair', () => {
  expect(
    iso([
      '2025-11-02 01:00:00',
      '2025-11-02 01:00:00',
      '2025-11-02 01:30:00',
      '2025-11-02 01:30:00',
    ]),
  ).toEqual([
    '2025-11-02T05:00:00.000Z',
    '2025-11-02T06:00:00.000Z',
    '2025-11-02T05:30:00.000Z',
    '2025-11-02T06:30:00.000Z',
  ]);
});

test('a moment’s date is that of New York', () => {
  expect(newYorkDate(Date.parse('2025-02-05T04:59:00Z'))).toBe('2025-02-04');
  expect(newYorkDate(Date.parse('2025-07-05T04:00:00Z'))).toBe('2025-07-05');
});
