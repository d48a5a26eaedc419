import {
  barTimeOf,
  HOUR_MS,
  MARKET_HOURS,
  type MarketHoursId,
  MINUTE_MS,
  nextBarTime,
  nextOpenMs,
  type Resolution,
} from '@moneytrail/calendar';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTimePlaces, type TimePlaces } from './time-places.ts';

const MARKETS: MarketHoursId[] = ['crypto', 'forex', 'metals', 'us-stocks', 'safex', 'xtks'];

/** Times of a market's bars from a moment on. */
function barTimes(
  market: MarketHoursId,
  resolution: Resolution,
  fromMs: number,
  count: number,
): number[] {
  const hours = MARKET_HOURS[market];
  const openMs = nextOpenMs(hours, fromMs);
  const times = [nextBarTime(hours, resolution, barTimeOf(hours, resolution, openMs))];
  while (times.length < count) times.push(nextBarTime(hours, resolution, times.at(-1) ?? 0));
  return times;
}

function placesOf(market: MarketHoursId, resolution: Resolution, times: number[]): TimePlaces {
  const open = { hours: MARKET_HOURS[market], resolution };
  const columns = { length: times.length, time: Float64Array.from(times) };
  const places = createTimePlaces(
    () => columns,
    () => open,
  )();
  if (!places) throw new Error('There are bars.');
  return places;
}

const chart = fc.record({
  market: fc.constantFrom(...MARKETS),
  resolution: fc.constantFrom<Resolution>('1', '15', '60', '240', '1D', '1W', '1M'),
  fromMs: fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2026, 0, 1) }),
  count: fc.integer({ min: 2, max: 80 }),
});

describe('places of times', () => {
  it('lead from every bar, loaded or to come, to its time and back', () => {
    fc.assert(
      fc.property(chart, fc.integer({ min: 0, max: 120 }), (open, index) => {
        const { market, resolution, fromMs, count } = open;
        const places = placesOf(market, resolution, barTimes(market, resolution, fromMs, count));
        const timeMs = places.timeOf(index);
        expect(places.indexOf(timeMs)).toBe(index);
        expect(places.fractionOf(timeMs)).toBe(index);
      }),
    );
  });

  it('of future times are the same once their bars exist', () => {
    fc.assert(
      fc.property(chart, fc.integer({ min: 1, max: 60 }), (open, ahead) => {
        const { market, resolution, fromMs, count } = open;
        const all = barTimes(market, resolution, fromMs, count + ahead);
        const before = placesOf(market, resolution, all.slice(0, count));
        const later = placesOf(market, resolution, all);
        const index = count - 1 + ahead;
        expect(before.timeOf(index)).toBe(all[index]);
        expect(later.indexOf(before.timeOf(index))).toBe(index);
      }),
    );
  });

  it('of older bars are the same once they are loaded', () => {
    fc.assert(
      fc.property(chart, fc.integer({ min: 1, max: 400 }), (open, older) => {
        const { market, resolution, fromMs, count } = open;
        const all = barTimes(market, resolution, fromMs, count + older);
        const held = placesOf(market, resolution, all.slice(older));
        const whole = placesOf(market, resolution, all);
        for (let back = 1; back <= older; back++) {
          const timeMs = all[older - back] ?? 0;
          expect(held.timeOf(-back)).toBe(timeMs);
          expect(held.indexOf(timeMs)).toBe(-back);
          expect(held.fractionOf(timeMs)).toBe(-back);
          expect(held.indexOf(timeMs + 90_000)).toBe(whole.indexOf(timeMs + 90_000) - older);
        }
      }),
    );
  });

  it('are exact thousands of bars ago', () => {
    for (const market of MARKETS) {
      const all = barTimes(market, '5', Date.UTC(2024, 0, 3, 10), 5_010);
      const held = placesOf(market, '5', all.slice(5_000));
      expect(held.indexOf(all[0] ?? 0)).toBe(-5_000);
      expect(held.fractionOf(all[1] ?? 0)).toBe(-4_999);
    }
  });

  it('beyond the exact ones lead to a time and back, spaced like the exact ones', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...MARKETS),
        fc.constantFrom<Resolution>('1', '60', '1D', '1W'),
        fc.integer({ min: 5_000, max: 12_000 }),
        fc.constantFrom(-1, 1),
        (market, resolution, away, side) => {
          const places = placesOf(
            market,
            resolution,
            barTimes(market, resolution, Date.UTC(2024, 0, 3, 10), 3),
          );
          const timeMs = places.timeOf(away * side);
          expect(places.indexOf(timeMs)).toBe(away * side);
          const spanMs = Math.abs(timeMs - places.timeOf(0));
          const exactMs = Math.abs(places.timeOf(5_000 * side) - places.timeOf(0));
          expect(spanMs / exactMs).toBeCloseTo(away / 5_000, 1);
        },
      ),
    );
  });

  it('are computed once for the current bars, not for each paint', () => {
    const times = Float64Array.from(barTimes('us-stocks', '60', Date.UTC(2025, 0, 3), 40));
    let reads = 0;
    const hours = new Proxy(MARKET_HOURS['us-stocks'], {
      get(target, key) {
        if (key === 'zone') reads++;
        return Reflect.get(target, key);
      },
    });
    const places = createTimePlaces(
      () => ({ length: times.length, time: times }),
      () => ({ hours, resolution: '60' }),
    );
    const oldMs = places()?.timeOf(-3_000) ?? 0;
    const aheadMs = places()?.timeOf(3_000) ?? 0;
    expect(reads).toBeGreaterThan(3_000);
    reads = 0;
    expect(places()?.indexOf(oldMs)).toBe(-3_000);
    expect(places()?.indexOf(aheadMs)).toBe(3_000);
    expect(reads).toBe(0);
  });

  it('move by the number of older bars loaded before them', () => {
    fc.assert(
      fc.property(chart, fc.integer({ min: 1, max: 40 }), (open, older) => {
        const { market, resolution, fromMs, count } = open;
        const all = barTimes(market, resolution, fromMs, count + older);
        const newest = placesOf(market, resolution, all.slice(older));
        const whole = placesOf(market, resolution, all);
        for (const timeMs of all.slice(older)) {
          expect(whole.indexOf(timeMs)).toBe(newest.indexOf(timeMs) + older);
        }
      }),
    );
  });

  it('never decrease with time', () => {
    fc.assert(
      fc.property(
        chart,
        fc.array(fc.integer({ min: -2_000 * 86_400_000, max: 200 * 86_400_000 }), { minLength: 2 }),
        ({ market, resolution, fromMs, count }, offsets) => {
          const places = placesOf(market, resolution, barTimes(market, resolution, fromMs, count));
          // A date names a bar and is not a moment: dates and moments have no common order.
          const moments = offsets.map((offset) => fromMs + offset).filter((ms) => ms % 86_400_000);
          const indexes = moments.sort((a, b) => a - b).map(places.indexOf);
          expect(indexes).toEqual([...indexes].sort((a, b) => a - b));
        },
      ),
    );
  });

  it('of a minute are its hour and its day', () => {
    const noon = Date.UTC(2025, 2, 4, 12);
    const hours = placesOf('crypto', '60', barTimes('crypto', '60', noon - 3 * HOUR_MS, 10));
    const timeMs = noon + 17 * MINUTE_MS;
    expect(hours.timeOf(hours.indexOf(timeMs))).toBe(noon);
    const days = placesOf('crypto', '1D', barTimes('crypto', '1D', noon - 72 * HOUR_MS, 10));
    expect(days.timeOf(days.indexOf(timeMs))).toBe(Date.UTC(2025, 2, 4));
  });

  it('of a day are the first minute of its trading', () => {
    // 4 March 2025 opens in New York at 14:30 UTC.
    const opensMs = Date.UTC(2025, 2, 4, 14, 30);
    const places = placesOf('us-stocks', '15', [
      opensMs - 24 * HOUR_MS,
      opensMs - 24 * HOUR_MS + 15 * MINUTE_MS,
      opensMs,
      opensMs + 15 * MINUTE_MS,
    ]);
    expect(places.timeOf(places.indexOf(Date.UTC(2025, 2, 4)))).toBe(opensMs);
  });
});
