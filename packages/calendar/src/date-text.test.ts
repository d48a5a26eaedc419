import { describe, expect, it } from 'vitest';
import { dateText } from './date-text.ts';

const DAY = Date.UTC(2026, 10, 20, 14, 5);

describe('a date', () => {
  it.each([
    ['en-ZA', '20 Nov 2026', '20 Nov', 'Nov 2026', 'Fri, 20 Nov 2026'],
    ['en-US', 'Nov 20, 2026', 'Nov 20', 'Nov 2026', 'Fri, Nov 20, 2026'],
    ['de-DE', '20. Nov. 2026', '20. Nov.', 'Nov. 2026', 'Fr., 20. Nov. 2026'],
  ])('has the format of %s', (locale, date, dayMonth, monthYear, weekdayDate) => {
    expect(dateText('date', DAY, locale)).toBe(date);
    expect(dateText('dayMonth', DAY, locale)).toBe(dayMonth);
    expect(dateText('monthYear', DAY, locale)).toBe(monthYear);
    expect(dateText('weekdayDate', DAY, locale)).toBe(weekdayDate);
  });

  it('uses the Gregorian calendar and Latin digits in every locale', () => {
    expect(dateText('date', DAY, 'th-TH')).toContain('2026');
    expect(dateText('date', DAY, 'ar-EG')).toContain('2026');
  });

  it('is that of the given wall time in every time zone of the machine', () => {
    expect(dateText('date', Date.UTC(2026, 0, 1), 'en-US')).toBe('Jan 1, 2026');
    expect(dateText('date', Date.UTC(2026, 0, 2) - 1, 'en-US')).toBe('Jan 1, 2026');
  });
});
