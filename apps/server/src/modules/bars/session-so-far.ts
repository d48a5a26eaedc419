import { type MarketHours, sessionOf, tradingDateOf } from '@moneytrail/calendar';
import { type BarColumns, positionOf, timeAt } from './columns/bar-columns.ts';

/** A session summed up from its minutes. */
export type SessionSoFar = {
  /** The trading date, 00:00 UTC. */
  dayMs: number;
  open: number;
  high: number;
  low: number;
  /** Null if no minute has one. */
  volume: number | null;
  /** Closes at even distances, oldest first, with the newest one; at most `MOST_POINTS`. */
  closes: readonly number[];
};

const MOST_POINTS = 40;

/** Every n-th close up to the newest one. */
function pointsOf({ close, length }: BarColumns, first: number): number[] {
  const step = Math.ceil((length - first) / MOST_POINTS);
  const points: number[] = [];
  for (let i = length - 1; i >= first; i -= step) points.push(close[i] ?? Number.NaN);
  return points.reverse();
}

/** The opening of the session of the newest minute. */
export function newestOpenMs(hours: MarketHours, minutes: BarColumns): number {
  const newestMs = timeAt(minutes, minutes.length - 1);
  return sessionOf(hours, tradingDateOf(hours, newestMs)).openMs;
}

/** Sums up the session of the newest minute; null if coverage, which begins at `knownFromMs`, lacks its opening. */
export function sessionSoFar(
  hours: MarketHours,
  minutes: BarColumns,
  knownFromMs: number,
): SessionSoFar | null {
  const openMs = newestOpenMs(hours, minutes);
  const first = positionOf(minutes, openMs);
  if (knownFromMs > openMs || first >= minutes.length) return null;
  const { open, high, low, volume } = minutes;
  let [highest, lowest, traded] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
  let hasVolume = false;
  for (let i = first; i < minutes.length; i++) {
    highest = Math.max(highest, high[i] ?? Number.NaN);
    lowest = Math.min(lowest, low[i] ?? Number.NaN);
    const own = volume[i] ?? Number.NaN;
    if (Number.isNaN(own)) continue;
    hasVolume = true;
    traded += own;
  }
  return {
    dayMs: tradingDateOf(hours, openMs),
    open: open[first] ?? Number.NaN,
    high: highest,
    low: lowest,
    volume: hasVolume ? traded : null,
    closes: pointsOf(minutes, first),
  };
}
