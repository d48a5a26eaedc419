import { barClosesAtMs, type Resolution, tradingDateOf } from '@moneytrail/calendar';
import type { Bar, Quote } from '@moneytrail/contract';
import type { Instrument } from '../../catalogue/index.ts';

/** The close of the newest trading date before today's; null where it is not stored. */
export function previousCloseOf(
  instrument: Instrument,
  days: readonly Bar[],
  nowMs: number,
): number | null {
  const today = tradingDateOf(instrument.hours, nowMs);
  return days.findLast(({ time }) => time < today)?.close ?? null;
}

/** The quote that stored bars tell before the first tick: their last close, as old as it is. */
export function storedQuote(
  instrument: Instrument,
  resolution: Resolution,
  last: Bar,
  nowMs: number,
): Quote {
  const endMs = barClosesAtMs(instrument.hours, resolution, last.time);
  const timeMs = Math.min(nowMs, endMs);
  return { price: last.close, timeMs, bid: null, ask: null, previousClose: null };
}
