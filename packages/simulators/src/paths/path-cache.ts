import { DAY_MS, isTradingDay } from '@moneytrail/calendar';
import type { MarketInstrument } from '../market/market-instrument.ts';
import type { DayPath, PathOf } from './day-path.ts';
import { outrightPath } from './outright-path.ts';
import { spreadPath } from './spread-path.ts';

/** About 200 days of a round-the-clock market, 8 MB. */
const MAX_CACHED_MINUTES = 300_000;

/** Makes paths and keeps the ones used last. */
export function createPathCache(): PathOf {
  const numbers = new WeakMap<MarketInstrument, number>();
  const cache = new Map<string, DayPath>();
  let lastNumber = 0;
  let cachedMinutes = 0;

  const keyOf = (instrument: MarketInstrument, dayMs: number): string => {
    let number = numbers.get(instrument);
    if (number === undefined) {
      lastNumber += 1;
      number = lastNumber;
      numbers.set(instrument, number);
    }
    return `${number} ${dayMs / DAY_MS}`;
  };

  const keep = (key: string, path: DayPath) => {
    cache.set(key, path);
    cachedMinutes += path.count;
    for (const [oldest, { count }] of cache) {
      if (cachedMinutes <= MAX_CACHED_MINUTES) break;
      cache.delete(oldest);
      cachedMinutes -= count;
    }
  };

  const pathOf: PathOf = (instrument, dayMs) => {
    if (!isTradingDay(instrument.hours, dayMs)) return null;
    const key = keyOf(instrument, dayMs);
    const known = cache.get(key);
    if (known) {
      // Put last again: the map's order is the order of use.
      cache.delete(key);
      cache.set(key, known);
      return known;
    }
    const made =
      instrument.kind === 'outright'
        ? outrightPath(instrument, dayMs)
        : spreadPath(instrument, dayMs, pathOf);
    if (made) keep(key, made);
    return made;
  };
  return pathOf;
}
