import type { Bar } from '@moneytrail/contract';
import { type BarColumns, barAt, positionOf, timeAt } from '../columns/bar-columns.ts';

/** One value in which a stored bar and its vendor's differ; null stands for a bar or volume that one of them lacks. */
export type Difference = {
  timeMs: number;
  of: 'open' | 'high' | 'low' | 'close' | 'volume' | 'bar';
  stored: number | null;
  vendor: number | null;
};

const COMPARED = ['open', 'high', 'low', 'close', 'volume'] as const;
/** What rounds a price or volume differently is no other value: a hundredth of a percent. */
const TOLERANCE = 0.0001;
/** Below this a number is nothing but what is left of a subtraction. */
const LEAST = 1e-9;

function differ(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a !== b;
  const distance = Math.abs(a - b);
  return distance > LEAST && distance > TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
}

function differencesOf(stored: Bar, vendor: Bar): Difference[] {
  return COMPARED.filter((name) => differ(stored[name], vendor[name])).map((name) => ({
    timeMs: stored.time,
    of: name,
    stored: stored[name],
    vendor: vendor[name],
  }));
}

function barOf(columns: BarColumns, time: number): Bar | null {
  const at = positionOf(columns, time);
  return at < columns.length && columns.time[at] === time ? barAt(columns, at) : null;
}

/**
 * Where stored bars and the vendor's differ by more than 0.01 %, ascending in time, as far as `isFinal` says that the
 * time of a bar counts.
 */
export function compareBars(
  stored: BarColumns,
  vendor: BarColumns,
  isFinal: (timeMs: number) => boolean,
): Difference[] {
  const times = new Set<number>();
  for (let i = 0; i < stored.length; i++) times.add(timeAt(stored, i));
  for (let i = 0; i < vendor.length; i++) times.add(timeAt(vendor, i));
  return [...times]
    .filter(isFinal)
    .sort((a, b) => a - b)
    .flatMap((timeMs): Difference[] => {
      const [ours, theirs] = [barOf(stored, timeMs), barOf(vendor, timeMs)];
      if (ours && theirs) return differencesOf(ours, theirs);
      const closes = { stored: ours?.close ?? null, vendor: theirs?.close ?? null };
      return [{ timeMs, of: 'bar', ...closes }];
    });
}
