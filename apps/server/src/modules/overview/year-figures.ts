import { DAY_MS, type MarketHours, tradingDateOf } from '@moneytrail/calendar';
import type { SymbolOverview } from '@moneytrail/contract';
import type { StoredYear } from '../bars/index.ts';

type Dated = NonNullable<SymbolOverview['before']['week']>;
export type YearFigures = Pick<SymbolOverview, 'before' | 'year'>;

const NOTHING: YearFigures = { before: { week: null, month: null, year: null }, year: null };

/** The date a number of months before, on the last day of a shorter month. */
function monthsBefore(dayMs: number, months: number): number {
  const date = new Date(dayMs);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay));
}

/** The last close at or before a date; null if days before it may be missing. */
function closeUntil({ days, coveredFromMs }: StoredYear, dayMs: number): Dated | null {
  for (let index = days.length - 1; index >= 0; index -= 1) {
    const [time = 0, price = 0] = [days.time[index], days.close[index]];
    if (time <= dayMs) return time >= coveredFromMs ? { price, dayMs: time } : null;
  }
  return null;
}

/**
 * The extremes of the year that ends with the newest price, and the closes that this price is compared with. Without a price
 * the year ends with the last stored day.
 */
export function yearFigures(
  hours: MarketHours,
  stored: StoredYear | null,
  newest: { price: number; timeMs: number } | null,
): YearFigures {
  if (!stored) return NOTHING;
  const { days } = stored;
  // A price at the end of a session belongs to that session.
  const dayMs = newest
    ? tradingDateOf(hours, newest.timeMs - 1)
    : (days.time[days.length - 1] ?? 0);
  const beganMs = monthsBefore(dayMs, 12);
  const of = (price: number, day: number): Dated => ({ price, dayMs: day });
  let high: Dated | null = newest && of(newest.price, dayMs);
  let low: Dated | null = high;
  let fromMs: number | null = null;
  for (let index = 0; index < days.length; index += 1) {
    const [time = 0, top = 0, bottom = 0] = [days.time[index], days.high[index], days.low[index]];
    if (time <= beganMs) continue;
    fromMs ??= time;
    if (!high || top > high.price) high = of(top, time);
    if (!low || bottom < low.price) low = of(bottom, time);
  }
  return {
    before: {
      week: closeUntil(stored, dayMs - 7 * DAY_MS),
      month: closeUntil(stored, monthsBefore(dayMs, 1)),
      year: closeUntil(stored, beganMs),
    },
    year: fromMs !== null && high && low ? { fromMs, high, low } : null,
  };
}
