import { type BarColumns, positionOf, timeAt } from '../columns/bar-columns.ts';

const PRICES = ['open', 'high', 'low', 'close'] as const;
/** The smallest splits are five for four; dividends take less off the prices before them. */
const SMALLEST_SPLIT = 1.2;
/** Prices after a split are rounded anew. */
const MOST_UNEVEN = 1.01;

/**
 * The factor between all prices that are stored and those that the vendor tells of the same times, where it is one and
 * as far from 1 as that of a split; else null.
 */
export function splitFactor(stored: BarColumns, vendor: BarColumns): number | null {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (let i = 0; i < stored.length; i++) {
    const time = timeAt(stored, i);
    const at = positionOf(vendor, time);
    if (at >= vendor.length || vendor.time[at] !== time) continue;
    for (const name of PRICES) {
      const factor = (vendor[name][at] ?? Number.NaN) / (stored[name][i] ?? Number.NaN);
      if (!(factor > 0 && factor < Number.POSITIVE_INFINITY)) return null;
      least = Math.min(least, factor);
      most = Math.max(most, factor);
    }
  }
  if (most === 0 || most / least > MOST_UNEVEN) return null;
  const isFar = least >= SMALLEST_SPLIT || most <= 1 / SMALLEST_SPLIT;
  return isFar ? Math.sqrt(least * most) : null;
}
