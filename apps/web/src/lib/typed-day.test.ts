import { describe, expect, it } from 'vitest';
import { readTypedDay, typedDay } from './typed-day.ts';

describe('a typed day', () => {
  it.each([
    ['31 Dec 2026', '2026-12-31'],
    ['31 december 2026', '2026-12-31'],
    [' 1. Sept. 2027 ', '2027-09-01'],
    ['29-Feb-2028', '2028-02-29'],
    ['2026-12-31', '2026-12-31'],
    ['2026-3-1', '2026-03-01'],
  ])('%s is %s', (text, day) => {
    expect(readTypedDay(text)).toEqual({ day });
  });

  it.each([
    [
      '05/06/2027',
      'Day and month cannot be told apart. Type the day as 31 Dec 2026 or 2026-12-31.',
    ],
    [
      '31.12.2026',
      'Day and month cannot be told apart. Type the day as 31 Dec 2026 or 2026-12-31.',
    ],
    ['Dec 31', 'Type the day as 31 Dec 2026 or 2026-12-31.'],
    ['31 Ma 2026', 'Type the day as 31 Dec 2026 or 2026-12-31.'],
    ['', 'Type the day as 31 Dec 2026 or 2026-12-31.'],
    ['31 Feb 2026', 'There is no such day.'],
    ['2026-13-01', 'There is no such day.'],
    ['1 Jan 1026', 'The year must be from 1900 to 2199.'],
  ])('%s is refused with the reason', (text, problem) => {
    expect(readTypedDay(text)).toEqual({ problem });
  });

  it('is written so that it is read back, on every day of a leap year', () => {
    for (let dayMs = Date.UTC(2028, 0, 1); dayMs < Date.UTC(2029, 0, 1); dayMs += 86_400_000) {
      const day = new Date(dayMs).toISOString().slice(0, 10);
      expect(readTypedDay(typedDay(day))).toEqual({ day });
    }
  });
});
