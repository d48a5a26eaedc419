import { nextBarTime, type StoredResolution } from '@moneytrail/calendar';
import type { Instrument } from '../../catalogue/index.ts';
import { type BarColumns, positionOf, timeAt } from '../columns/bar-columns.ts';
import { firstOpenBar } from '../history/bar-edge.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/** A vendor needs a moment after the end of a bar to know its last trades. */
const SETTLE_MS = 5_000;

/** How late a vendor may bring a bar before its absence is believed: a day's bar comes after the evening's settlement. */
export const LATENESS_MS: Record<StoredResolution, number> = {
  '1': 10 * MINUTE_MS,
  '15': 30 * MINUTE_MS,
  '60': 120 * MINUTE_MS,
  '1D': 4 * DAY_MS,
};

/** Bars before this moment are final, if the vendor is in time. */
export function settledEnd(
  { hours }: Pick<Instrument, 'hours'>,
  resolution: StoredResolution,
  nowMs: number,
): number {
  return firstOpenBar(hours, resolution, nowMs - SETTLE_MS);
}

/**
 * Up to where an answer that was asked to the present can be believed to be whole: to the end of the last closed bar
 * where that came, else to where a late vendor has had its time.
 */
export function answeredEnd(
  { hours }: Pick<Instrument, 'hours'>,
  resolution: StoredResolution,
  answer: BarColumns,
  nowMs: number,
): number {
  const settled = settledEnd({ hours }, resolution, nowMs);
  const closed = positionOf(answer, settled);
  const after = closed === 0 ? 0 : nextBarTime(hours, resolution, timeAt(answer, closed - 1));
  const certain = firstOpenBar(hours, resolution, nowMs - LATENESS_MS[resolution]);
  return Math.min(settled, Math.max(after, certain));
}
