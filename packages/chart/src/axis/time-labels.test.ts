import { dateText } from '@moneytrail/calendar';
import { expect, test } from 'vitest';
import { barDateText, crosshairTimeText } from './time-labels.ts';

test('an intraday time is written in the zone of the chart', () => {
  const time = Date.UTC(2026, 10, 20, 12, 5);
  expect(crosshairTimeText('5', 'Africa/Johannesburg', time, 'en-ZA')).toBe(
    'Fri, 20 Nov 2026, 14:05',
  );
});

test('a date is written as that date, west of Greenwich too', () => {
  const time = Date.UTC(2026, 10, 20);
  expect(crosshairTimeText('1D', 'America/New_York', time, 'en-ZA')).toBe('Fri, 20 Nov 2026');
  expect(crosshairTimeText('1W', 'America/New_York', Date.UTC(2026, 10, 16), 'en-ZA')).toBe(
    'Week of 16 Nov 2026',
  );
});

test('the date at the left edge has its year on every resolution', () => {
  const time = Date.UTC(2026, 10, 20, 22, 30);
  expect(barDateText('5', 'Africa/Johannesburg', time)).toBe(
    dateText('date', Date.UTC(2026, 10, 21)),
  );
  expect(barDateText('1D', 'America/New_York', Date.UTC(2026, 10, 20))).toBe(
    dateText('date', Date.UTC(2026, 10, 20)),
  );
  expect(barDateText('1M', 'Etc/UTC', Date.UTC(2026, 10, 1))).toBe('Nov 2026');
});

test('a month reckoned in a zone an hour off is still that month', () => {
  expect(crosshairTimeText('1M', 'Etc/UTC', Date.UTC(2026, 10, 30, 23), 'en-ZA')).toBe('Dec 2026');
  expect(crosshairTimeText('1M', 'Etc/UTC', Date.UTC(2026, 11, 1), 'en-ZA')).toBe('Dec 2026');
});
