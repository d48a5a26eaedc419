import { DAY_MS, MARKET_HOURS } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnsOf } from '../bars/index.ts';
import { yearFigures } from './year-figures.ts';

const HOURS = MARKET_HOURS.crypto;
const TODAY = Date.parse('2026-11-20');
const NOON = TODAY + DAY_MS / 2;

const day = (dayMs: number, low: number, high: number, close = (low + high) / 2): Bar => ({
  time: dayMs,
  open: close,
  high,
  low,
  close,
  volume: 1,
});
const stored = (bars: readonly Bar[], coveredFromMs = 0) => ({
  days: columnsOf(bars),
  coveredFromMs,
});
const every = (from: string, to: number, of: (dayMs: number) => Bar): Bar[] => {
  const bars: Bar[] = [];
  for (let dayMs = Date.parse(from); dayMs <= to; dayMs += DAY_MS) bars.push(of(dayMs));
  return bars;
};

describe('figures of the year', () => {
  test('name the days of the extremes and of the former closes', () => {
    const bars = every('2025-11-01', TODAY, (dayMs) => {
      if (dayMs === Date.parse('2026-03-02')) return day(dayMs, 90, 150);
      if (dayMs === Date.parse('2026-08-03')) return day(dayMs, 40, 110);
      return day(dayMs, 95, 105, 100);
    });
    expect(yearFigures(HOURS, stored(bars), { price: 101, timeMs: NOON })).toEqual({
      before: {
        week: { price: 100, dayMs: TODAY - 7 * DAY_MS },
        month: { price: 100, dayMs: Date.parse('2026-10-20') },
        year: { price: 100, dayMs: Date.parse('2025-11-20') },
      },
      year: {
        fromMs: Date.parse('2025-11-21'),
        high: { price: 150, dayMs: Date.parse('2026-03-02') },
        low: { price: 40, dayMs: Date.parse('2026-08-03') },
      },
    });
  });

  test('a price beyond all stored days is the extreme of its own day', () => {
    const bars = every('2025-11-01', TODAY - DAY_MS, (dayMs) => day(dayMs, 95, 105));
    const { year } = yearFigures(HOURS, stored(bars), { price: 120, timeMs: NOON });
    expect(year?.high).toEqual({ price: 120, dayMs: TODAY });
  });

  test('a young history tells when it begins, and compares with nothing older', () => {
    const beganMs = TODAY - 10 * DAY_MS;
    const bars = every('2026-11-10', TODAY, (dayMs) => day(dayMs, 95, 105, 100));
    const figures = yearFigures(HOURS, stored(bars), { price: 101, timeMs: NOON });
    expect(figures.year?.fromMs).toBe(beganMs);
    expect(figures.before).toMatchObject({ week: { price: 100 }, month: null, year: null });
  });

  test('a month before its 31st is the last day of a shorter one', () => {
    const bars = every('2026-02-01', Date.parse('2026-03-31'), (dayMs) => day(dayMs, 95, 105));
    const timeMs = Date.parse('2026-03-31T12:00Z');
    const { before } = yearFigures(HOURS, stored(bars), { price: 100, timeMs });
    expect(before.month?.dayMs).toBe(Date.parse('2026-02-28'));
  });

  test('without stored days nothing is told', () => {
    expect(yearFigures(HOURS, null, { price: 1, timeMs: NOON })).toEqual({
      before: { week: null, month: null, year: null },
      year: null,
    });
  });

  test('the price lies between the extremes, which lie within the year', () => {
    const price = fc.integer({ min: 1, max: 1_000 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(price, price), { minLength: 1, maxLength: 420 }),
        price,
        (pairs, now) => {
          const bars = pairs.map(([a, b], index) =>
            day(TODAY - index * DAY_MS, Math.min(a, b), Math.max(a, b)),
          );
          const { year } = yearFigures(HOURS, stored(bars), { price: now, timeMs: NOON });
          expect(year?.high.price).toBeGreaterThanOrEqual(now);
          expect(year?.low.price).toBeLessThanOrEqual(now);
          for (const at of [year?.high.dayMs, year?.low.dayMs]) {
            expect(at).toBeGreaterThan(Date.parse('2025-11-20'));
            expect(at).toBeLessThanOrEqual(TODAY);
          }
        },
      ),
      { seed: 1, numRuns: 60 },
    );
  });
});
