import type { Bar } from '@moneytrail/contract';
import type { NewestStored } from '../../bars/index.ts';

/** What was paid in one session until now; null what is not known for certain, or not told by the feed. */
export type SessionFigures = Pick<Bar, 'open' | 'volume'> & {
  high: number | null;
  low: number | null;
};

/**
 * What was paid in the session of a price, whose trading date is `dayMs`. A day that is over is told by its own bar, one
 * that goes on by its minutes where they are whole up to the price. Else only the open is known: between the minutes and
 * the price anything may have been paid, and a day's bar is as old as the moment that it was stored at, which nobody
 * knows. Null where nothing is.
 */
export function sessionFiguresOf(
  { days, minutes }: NewestStored,
  { price, timeMs, dayMs }: { price: number; timeMs: number; dayMs: number },
): SessionFigures | null {
  const day = days.bars.find(({ time }) => time === dayMs);
  const soFar = minutes.session?.dayMs === dayMs ? minutes.session : null;
  const isUpToDate = timeMs <= minutes.covered.toMs;
  const known = day?.isFinal ? day : isUpToDate ? soFar : null;
  if (known) {
    const { open, high, low, volume } = known;
    return { open, high: Math.max(high, price), low: Math.min(low, price), volume };
  }
  const open = soFar?.open ?? day?.open;
  return open === undefined ? null : { open, high: null, low: null, volume: null };
}
