import { type MarketHours, type Resolution, tradingDateOf } from '@moneytrail/calendar';
import type { Quote } from '@moneytrail/contract';
import type { InstrumentTick } from '../../../bus/index.ts';
import { closeBefore, nextQuote, storedPrice } from './quote.ts';
import type { Newest } from './read-newest.ts';

/** The quote of an instrument: as ticks make it, and before the first one the newest stored price. */
export type LiveQuote = {
  /** Null before anything is known. The same object as long as nothing changed. */
  current: () => Quote | null;
  /** Whether it is made of ticks. */
  isTicked: () => boolean;
  /** The trading date it belongs to, 00:00 UTC; null before anything is known. */
  dayMs: () => number | null;
  /** Takes a tick; a late one changes nothing. Whether it is the first one of another trading date. */
  noteTick: (tick: InstrumentTick) => boolean;
  /** Takes newest bars of a resolution: the price until the first tick, unless a newer one is known. */
  noteStored: (resolution: Resolution, newest: Newest) => void;
  /** Takes newest days, by which the close before is known where ticks do not carry it. */
  noteDays: (days: Newest) => void;
  /** The clock was ahead until now: what was dated by it counts no longer, and is shown until something newer comes. */
  restart: () => void;
};

/** A quote that nothing is known of yet. */
export function createLiveQuote(hours: MarketHours): LiveQuote {
  let quote: Quote | null = null;
  let quoteDayMs: number | null = null;
  /** Of the newest tick, and of the newest stored price; 0 where none counts. */
  let tickedMs = 0;
  let storedMs = 0;
  /** Whether ticks carry the close of the day before. */
  let isCloseCarried = false;
  let days: Newest | null = null;
  /** The close before a date, kept because every tick asks for it. */
  let known: { dayMs: number; close: number | null } | null = null;

  function closeByDays(dayMs: number): number | null {
    if (known?.dayMs === dayMs) return known.close;
    known = { dayMs, close: days ? closeBefore(hours, days, dayMs) : null };
    return known.close;
  }

  return {
    current: () => quote,
    isTicked: () => tickedMs > 0,
    dayMs: () => quoteDayMs,
    noteTick(tick) {
      isCloseCarried ||= tick.previousClose !== undefined;
      if (tick.timeMs < tickedMs) return false;
      tickedMs = tick.timeMs;
      const dayMs = tradingDateOf(hours, tick.timeMs - 1);
      const isOtherDay = quoteDayMs !== null && quoteDayMs !== dayMs;
      quoteDayMs = dayMs;
      const close = isCloseCarried ? (quote?.previousClose ?? null) : closeByDays(dayMs);
      quote = nextQuote(quote, tick, close);
      return isOtherDay;
    },
    noteStored(resolution, newest) {
      const stored = tickedMs > 0 ? null : storedPrice(hours, resolution, newest);
      if (!stored || stored.timeMs < storedMs) return;
      const { price, timeMs, dayMs } = stored;
      storedMs = timeMs;
      quoteDayMs = dayMs;
      if (quote?.price === price && quote.timeMs === timeMs) return;
      quote = { price, timeMs, bid: null, ask: null, previousClose: closeByDays(dayMs) };
    },
    noteDays(read) {
      days = read;
      known = null;
      if (!quote || quoteDayMs === null || isCloseCarried) return;
      const previousClose = closeByDays(quoteDayMs);
      if (previousClose !== quote.previousClose) quote = { ...quote, previousClose };
    },
    restart() {
      tickedMs = 0;
      storedMs = 0;
      isCloseCarried = false;
      days = null;
      known = null;
    },
  };
}
