import { barClosesAtMs, type Resolution, tradingDateOf } from '@moneytrail/calendar';
import type { Bar, Quote } from '@moneytrail/contract';
import type { Instrument } from '../../catalogue/index.ts';

/** The close of the newest trading date before the one a quote belongs to; null where it is not stored. */
export function previousCloseOf(
  instrument: Instrument,
  days: readonly Bar[],
  quote: Pick<Quote, 'timeMs'>,
): number | null {
  // A quote of the moment a session ends belongs to that session.
  const date = tradingDateOf(instrument.hours, quote.timeMs - 1);
  return days.findLast(({ time }) => time < date)?.close ?? null;
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
