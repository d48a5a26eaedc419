import { describe, expect, it } from 'vitest';
import { dateText } from './date-text.ts';

const DAY = Date.UTC(2026, 10, 20, 14, 5);

describe('a date', () => {
  it.each([
    ['en-ZA', '20 Nov 2026', '20 Nov', 'Nov 2026', 'Fri, 20 Nov 2026'],
    ['en-US', 'Nov 20, 2026', 'Nov 20', 'Nov 2026', 'Fri, Nov 20, 2026'],
    ['de-DE', '20. Nov. 2026', '20. Nov.', 'Nov. 2026', 'Fr., 20. Nov. 2026'],
  ])('is written as %s writes it', (locale, date, dayMonth, monthYear, weekdayDate) => {
    expect(dateText('date', DAY, locale)).toBe(date);
    expect(dateText('dayMonth', DAY, locale)).toBe(dayMonth);
    expect(dateText('monthYear', DAY, locale)).toBe(monthYear);
    expect(dateText('weekdayDate', DAY, locale)).toBe(weekdayDate);
  });

  it('is of the calendar of the markets, in the digits of prices, everywhere', () => {
    expect(dateText('date', DAY, 'th-TH')).toContain('2026');
    expect(dateText('date', DAY, 'ar-EG')).toContain('2026');
  });

  it('is that of the wall time it is given, wherever the machine stands', () => {
    expect(dateText('date', Date.UTC(2026, 0, 1), 'en-US')).toBe('Jan 1, 2026');
    expect(dateText('date', Date.UTC(2026, 0, 2) - 1, 'en-US')).toBe('Jan 1, 2026');
  });
});
