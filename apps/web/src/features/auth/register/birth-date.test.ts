import { describe, expect, it } from 'vitest';
import { birthDateProblem, birthDateRange, localDay } from './birth-date.ts';

describe('a date of birth', () => {
  it('ends on the day 18 years ago, by the calendar in Johannesburg', () => {
    const justBefore = Date.UTC(2026, 10, 19, 21, 59);
    expect(birthDateRange(justBefore).latest).toBe('2008-11-19');
    expect(birthDateRange(justBefore + 60_000)).toEqual({
      earliest: '1906-11-20',
      latest: '2008-11-20',
    });
  });

  it('on a leap day comes of age on 1 March of a common year', () => {
    const february = Date.UTC(2026, 1, 28, 12);
    expect(birthDateProblem('2008-02-29', february)).toBe(
      'You must be at least 18 years old to register.',
    );
    expect(birthDateProblem('2008-02-29', february + 86_400_000)).toBeNull();
  });

  it('is required', () => {
    expect(birthDateProblem('', Date.UTC(2026, 0, 1))).toBe('This field is required');
  });

  it("is shown in the locale's format, independent of the time zone", () => {
    expect(localDay('1990-05-17', 'en-ZA')).toBe('17 May 1990');
    expect(localDay('1990-05-17', 'de-DE')).toBe('17. Mai 1990');
    expect(localDay('')).toBe('');
  });
});
