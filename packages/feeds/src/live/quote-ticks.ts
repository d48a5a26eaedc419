import type { Tick } from '../feed.ts';
import { decimalDifference } from './decimal-arithmetic.ts';

/** A vendor's quote of one instrument. */
export type PolledQuote = {
  code: string;
  price: number;
  /** When the price was made; null where the vendor does not tell. */
  timeMs: number | null;
  /** Of the day so far. */
  dayVolume: number | null;
  dayHigh: number | null;
  dayLow: number | null;
  bid: number | null;
  ask: number | null;
  previousClose: number | null;
};

/** Turns successive quotes of a day into what happened between them. */
export type QuoteTicks = {
  update: (quotes: readonly PolledQuote[]) => Tick[];
  /** Forgets all other codes. */
  keepOnly: (codes: readonly string[]) => void;
};

function isSame(a: PolledQuote, b: PolledQuote): boolean {
  return (
    a.price === b.price &&
    a.timeMs === b.timeMs &&
    a.dayVolume === b.dayVolume &&
    a.bid === b.bid &&
    a.ask === b.ask
  );
}

/** Fields of a tick that the vendor sends. */
function givenFields(quote: PolledQuote): Partial<Tick> {
  return {
    ...(quote.bid === null ? {} : { bid: quote.bid }),
    ...(quote.ask === null ? {} : { ask: quote.ask }),
    ...(quote.previousClose === null ? {} : { previousClose: quote.previousClose }),
  };
}

/**
 * What happened since the last quote: the volume that the day's grew by, and a new extreme of the day, which was
 * reached in between. A day's volume that fell belongs to a new day and means nothing.
 */
function sinceLast(quote: PolledQuote, last: PolledQuote): Partial<Tick> {
  const { dayVolume, dayHigh, dayLow } = quote;
  const grewBy =
    dayVolume === null || last.dayVolume === null
      ? null
      : decimalDifference(dayVolume, last.dayVolume);
  const isHigher = dayHigh !== null && last.dayHigh !== null && dayHigh > last.dayHigh;
  const isLower = dayLow !== null && last.dayLow !== null && dayLow < last.dayLow;
  return {
    ...(grewBy === null || grewBy < 0 ? {} : { volume: grewBy }),
    ...(isHigher && (grewBy ?? 0) >= 0 ? { high: Math.max(dayHigh, quote.price) } : {}),
    ...(isLower && (grewBy ?? 0) >= 0 ? { low: Math.min(dayLow, quote.price) } : {}),
  };
}

/** Remembers the last quote of each code; the first of a code gives a price alone. */
export function createQuoteTicks(deps: { now: () => number }): QuoteTicks {
  const lastByCode = new Map<string, PolledQuote>();
  return {
    update: (quotes) =>
      quotes.flatMap((quote) => {
        const last = lastByCode.get(quote.code);
        if (last && isSame(quote, last)) return [];
        if (last && quote.timeMs !== null && last.timeMs !== null && quote.timeMs < last.timeMs) {
          return [];
        }
        lastByCode.set(quote.code, quote);
        const { code, price } = quote;
        const timeMs = quote.timeMs ?? deps.now();
        return [
          { code, price, timeMs, ...givenFields(quote), ...(last ? sinceLast(quote, last) : {}) },
        ];
      }),
    keepOnly: (codes) => {
      const kept = new Set(codes);
      for (const code of lastByCode.keys()) if (!kept.has(code)) lastByCode.delete(code);
    },
  };
}
