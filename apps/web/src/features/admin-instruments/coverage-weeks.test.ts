import type { CoverageDay } from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { countDays, gapsOf, placeDays } from './coverage-weeks.ts';

function daysOf(year: number): CoverageDay[] {
  const days: CoverageDay[] = [];
  for (let ms = Date.UTC(year, 0, 1); ms < Date.UTC(year + 1, 0, 1); ms += 86_400_000) {
    const date = new Date(ms).toISOString().slice(0, 10);
    days.push({ date, state: 'stored', bars: 1, expected: 1, quarantined: 0 });
  }
  return days;
}

test.each([2024, 2025, 2026, 2028])(
  'the days of %i stand under their weekdays, week after week',
  (year) => {
    const placed = placeDays(daysOf(year));
    for (const { day, weekday } of placed) {
      expect(weekday).toBe((new Date(day.date).getUTCDay() + 6) % 7);
    }
    expect(placed[0]?.week).toBe(0);
    expect(placed.at(-1)?.week).toBeLessThanOrEqual(53);
    const places = new Set(placed.map(({ week, weekday }) => week * 7 + weekday));
    expect(places.size).toBe(placed.length);
  },
);

test('states are counted in days, quarantined bars individually', () => {
  const [one, other] = daysOf(2026);
  if (!one || !other) throw new Error('no days');
  const days = [one, { ...other, state: 'missing' as const, quarantined: 3 }];
  const counted = { stored: 1, missing: 1, partial: 0, quarantined: 3 };
  expect(countDays(days, null)).toMatchObject(counted);
  expect(countDays(days, other.date)).toMatchObject({ ...counted, onDemand: 0 });
});

test('days before the range of the backfill are not missing: they are read on demand', () => {
  const [one] = daysOf(2026);
  if (!one) throw new Error('no days');
  const counts = countDays([{ ...one, state: 'missing' }], '2026-01-02');
  expect(counts).toMatchObject({ missing: 0, onDemand: 1 });
});

test('gaps are incomplete days between complete ones', () => {
  const states = [
    'missing',
    'stored',
    'missing',
    'closed',
    'partial',
    'stored',
    'partial',
  ] as const;
  const days = daysOf(2026).slice(0, states.length);
  const placed = days.map((day, index) => ({ ...day, state: states[index] ?? day.state }));
  expect(gapsOf(placed).map(({ date }) => date)).toEqual(['2026-01-03', '2026-01-05']);
  expect(gapsOf(placed.slice(0, 1))).toEqual([]);
});
