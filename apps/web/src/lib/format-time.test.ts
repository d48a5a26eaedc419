import { describe, expect, it } from 'vitest';
import {
  formatAge,
  formatBarTime,
  formatMoment,
  formatSince,
  humanReadableDate,
  zoneName,
} from './format-time.ts';

const NOON = Date.UTC(2026, 10, 20, 12, 5);

describe('times', () => {
  it.each([
    ['en-ZA', '20 Nov 2026, 14:05 SAST', 'Week of 09 Nov 2026', 'Nov 2026'],
    ['en-US', 'Nov 20, 2026, 14:05 SAST', 'Week of Nov 9, 2026', 'Nov 2026'],
    ['de-DE', '20. Nov. 2026, 14:05 SAST', 'Week of 9. Nov. 2026', 'Nov. 2026'],
  ])('are dates in the locale %s with a 24-hour clock', (locale, moment, week, month) => {
    expect(formatMoment(NOON, 'Africa/Johannesburg', locale)).toBe(moment);
    expect(formatBarTime(Date.UTC(2026, 10, 9), '1W', 'Etc/UTC', locale)).toBe(week);
    expect(formatBarTime(Date.UTC(2026, 10, 1), '1M', 'America/New_York', locale)).toBe(month);
  });

  it('name the zone of a moment', () => {
    expect(formatMoment(NOON, 'America/New_York', 'en-ZA')).toBe('20 Nov 2026, 07:05 EST');
    expect(zoneName('America/New_York', Date.UTC(2026, 6, 1))).toBe('EDT');
  });

  it('of day, week and month bars are dates in every zone', () => {
    const day = Date.UTC(2026, 10, 20);
    expect(formatBarTime(day, '1D', 'America/New_York', 'en-ZA')).toBe('20 Nov 2026');
    expect(humanReadableDate(day, '1W', 'America/New_York')).toBe('2026-11-20');
  });

  it("in exports are in the chart's zone", () => {
    expect(humanReadableDate(NOON, '15', 'Africa/Johannesburg')).toBe('2026-11-20 14:05');
  });

  it.each([
    [12_000, '12 s'],
    [185_000, '3 min'],
    [5 * 3_600_000, '5 h'],
    [72 * 3_600_000, '3 d'],
    [-5, '0 s'],
  ])('%d ms ago reads %s', (age, text) => {
    expect(formatAge(age)).toBe(text);
  });

  it('of past events are ages for a day, then moments', () => {
    const zone = 'Africa/Johannesburg';
    expect(formatSince(NOON, NOON + 24 * 3_600_000 - 1, zone, 'en-ZA')).toBe('23 h ago');
    expect(formatSince(NOON, NOON + 24 * 3_600_000, zone, 'en-ZA')).toBe('20 Nov 2026, 14:05 SAST');
  });
});
