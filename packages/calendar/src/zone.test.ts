import { describe, expect, test } from 'vitest';
import { easterSundayMs, isHoliday, wallClockOf, wallToUtcMs, zoneOffsetMs } from './index.ts';

const at = (text: string) => Date.parse(text);
const NEW_YORK = 'America/New_York';

describe('wall clocks', () => {
  test('Johannesburg is two hours ahead all year', () => {
    expect(zoneOffsetMs('Africa/Johannesburg', at('2026-01-15T12:00:00Z'))).toBe(7_200_000);
    expect(zoneOffsetMs('Africa/Johannesburg', at('2026-07-15T12:00:00Z'))).toBe(7_200_000);
  });

  test('New York changes to summer time at 07:00 UTC on 8 March 2026, to the minute', () => {
    expect(zoneOffsetMs(NEW_YORK, at('2026-03-08T06:59:59Z'))).toBe(-5 * 3_600_000);
    expect(zoneOffsetMs(NEW_YORK, at('2026-03-08T07:00:00Z'))).toBe(-4 * 3_600_000);
  });

  test('a time that occurs twice is its first occurrence', () => {
    expect(wallToUtcMs(NEW_YORK, at('2026-11-01T01:30:00Z'))).toBe(at('2026-11-01T05:30:00Z'));
  });

  test('a skipped time moves forward by the length of the skip', () => {
    expect(wallToUtcMs(NEW_YORK, at('2026-03-08T02:30:00Z'))).toBe(at('2026-03-08T07:30:00Z'));
  });

  test('wall time and moment are each other’s inverse through a whole year of hours', () => {
    for (let moment = at('2026-01-01'); moment < at('2027-01-01'); moment += 3_600_000) {
      const wall = moment + zoneOffsetMs(NEW_YORK, moment);
      const isSecondOccurrence = wallToUtcMs(NEW_YORK, wall) !== moment;
      if (isSecondOccurrence)
        expect(new Date(moment).toISOString()).toBe('2026-11-01T06:00:00.000Z');
    }
  });

  test('reads year, month and minute of a zone with a half-hour offset', () => {
    expect(wallClockOf('Asia/Kolkata', at('2026-12-31T18:45:10Z'))).toEqual({
      year: 2027,
      month: 1,
      day: 1,
      hour: 0,
      minute: 15,
      second: 10,
    });
  });
});

describe('holidays', () => {
  test.each([
    ['2024-03-31', 2024],
    ['2025-04-20', 2025],
    ['2026-04-05', 2026],
    ['2038-04-25', 2038],
  ])('Easter is on %s', (day, year) => {
    expect(easterSundayMs(year)).toBe(at(day));
  });

  test.each([
    '2026-01-01',
    '2026-04-03',
    '2026-04-06',
    '2026-08-10',
    '2026-09-24',
    '2026-12-25',
    '2024-05-29',
  ])('Safex is closed on %s', (day) => expect(isHoliday('ZA', at(day))).toBe(true));

  test.each(['2026-01-19', '2026-04-03', '2026-06-19', '2026-07-03', '2026-11-26', '2021-12-24'])(
    'New York is closed on %s',
    (day) => expect(isHoliday('US', at(day))).toBe(true),
  );

  test.each(['2026-11-27', '2021-12-31', '2026-04-06'])('New York trades on %s', (day) =>
    expect(isHoliday('US', at(day))).toBe(false),
  );
});
