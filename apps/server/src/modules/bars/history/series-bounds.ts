import { type MarketHours, type StoredResolution, sessionOf } from '@moneytrail/calendar';
import type { Instrument } from '../../catalogue/index.ts';

const DAY_MS = 86_400_000;

/** Nothing is asked of a feed before this: no vendor of the product has older bars. */
const OLDEST_MS = 0;

/** A date's first moment as bars of a resolution carry it. */
export function startOfDate(
  hours: MarketHours,
  resolution: StoredResolution,
  dayMs: number,
): number {
  return resolution === '1D' ? dayMs : sessionOf(hours, dayMs).openMs;
}

/** Where a contract's life bounds its bars: `[fromMs, toMs)`, open where it has none. */
export function contractBounds(
  { hours, startDate, endDate }: Pick<Instrument, 'hours' | 'startDate' | 'endDate'>,
  resolution: StoredResolution,
): { fromMs: number; toMs: number } {
  const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`);
  return {
    fromMs: startDate === null ? OLDEST_MS : startOfDate(hours, resolution, dayOf(startDate)),
    toMs:
      endDate === null
        ? Number.POSITIVE_INFINITY
        : startOfDate(hours, resolution, dayOf(endDate) + DAY_MS),
  };
}
