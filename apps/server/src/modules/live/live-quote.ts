import {
  barClosesAtMs,
  barOpensAtMs,
  DAY_MS,
  isBarClosed,
  type MarketHours,
  type Resolution,
  tradingDateOf,
} from '@moneytrail/calendar';
import type { Bar, Quote } from '@moneytrail/contract';
import type { KnownBar } from '@moneytrail/indicators';
import type { InstrumentTick } from '../../bus/index.ts';
import { type BarService, SETTLE_MS, statesOf } from '../bars/index.ts';
import { previousCloseOf } from './newest-price.ts';

/**
 * The quote of an instrument: made from ticks, and before the first one from the newest stored price. The previous close
 * is that of the daily bars, as in lists of quotes: vendors name the close of another session, or the price of a day ago.
 */
export class LiveQuote {
  readonly #hours: MarketHours;
  #current: Quote | null = null;
  #dayMs: number | null = null;
  /** Times of the newest tick and of the newest stored price; 0 before one. */
  #tickedMs = 0;
  #storedMs = 0;
  #days: Newest | null = null;
  /** The previous close by date, cached because every tick needs it. */
  #closeBefore: { dayMs: number; close: number | null } | null = null;

  constructor(hours: MarketHours) {
    this.#hours = hours;
  }

  /** Null while nothing is known. The same object as long as nothing has changed. */
  get current(): Quote | null {
    return this.#current;
  }

  get isTicked(): boolean {
    return this.#tickedMs > 0;
  }

  /** The trading date of the price, 00:00 UTC; null while nothing is known. */
  get dayMs(): number | null {
    return this.#dayMs;
  }

  /** Takes a tick, unless it is late; answers whether it is the first one of another trading date. */
  noteTick(tick: InstrumentTick): boolean {
    if (tick.timeMs < this.#tickedMs) return false;
    this.#tickedMs = tick.timeMs;
    const dayMs = tradingDateOf(this.#hours, tick.timeMs - 1);
    const isOtherDay = this.#dayMs !== null && this.#dayMs !== dayMs;
    this.#dayMs = dayMs;
    const before = this.#current;
    const next: Quote = {
      price: tick.price,
      timeMs: tick.timeMs,
      bid: tick.bid ?? before?.bid ?? null,
      ask: tick.ask ?? before?.ask ?? null,
      previousClose: this.#closeByDays(dayMs),
    };
    if (!before || !isSameQuote(before, next)) this.#current = next;
    return isOtherDay;
  }

  /** Takes the newest stored bars of a resolution: they set the price until the first tick, unless a newer one is known. */
  noteStored(resolution: Resolution, newest: Newest): void {
    const stored = this.isTicked ? null : storedPrice(this.#hours, resolution, newest);
    if (!stored || stored.timeMs < this.#storedMs) return;
    const { price, timeMs, dayMs } = stored;
    this.#storedMs = timeMs;
    this.#dayMs = dayMs;
    if (this.#current?.price === price && this.#current.timeMs === timeMs) return;
    const previousClose = this.#closeByDays(dayMs);
    this.#current = { price, timeMs, bid: null, ask: null, previousClose };
  }

  /** Takes the newest days, which hold the previous close. */
  noteDays(days: Newest): void {
    this.#days = days;
    this.#closeBefore = null;
    if (!this.#current || this.#dayMs === null) return;
    const previousClose = this.#closeByDays(this.#dayMs);
    if (previousClose !== this.#current.previousClose) {
      this.#current = { ...this.#current, previousClose };
    }
  }

  /** The clock was ahead until now: all dates are void, and the price is shown until a newer one comes. */
  restart(): void {
    this.#tickedMs = 0;
    this.#storedMs = 0;
    this.#days = null;
    this.#closeBefore = null;
  }

  #closeByDays(dayMs: number): number | null {
    if (this.#closeBefore?.dayMs !== dayMs) {
      const close = this.#days ? closeBefore(this.#hours, this.#days, dayMs) : null;
      this.#closeBefore = { dayMs, close };
    }
    return this.#closeBefore.close;
  }
}

function isSameQuote(a: Quote, b: Quote): boolean {
  return (
    a.price === b.price &&
    a.timeMs === b.timeMs &&
    a.bid === b.bid &&
    a.ask === b.ask &&
    a.previousClose === b.previousClose
  );
}

export type Newest = {
  bars: KnownBar[];
  /** Number of final bars: those that the feed has answered for after their close. */
  finalCount: number;
  /** The feed did not answer: bars may be missing, and none counts as final. */
  isWarned: boolean;
};

export async function readNewest(
  { bars, clock }: { bars: Pick<BarService, 'lastBars'>; clock: { now: () => number } },
  request: Parameters<BarService['lastBars']>[0],
): Promise<Newest> {
  const { instrument, resolution } = request;
  // Taken before the read: bars that close during it are not final.
  const settledMs = clock.now() - SETTLE_MS;
  const { columns, warning, ...known } = await bars.lastBars(request);
  const newest = statesOf({ hours: instrument.hours, resolution }, columns, known);
  const isClosed = ({ time }: Bar) => isBarClosed(instrument.hours, resolution, time, settledMs);
  const finalCount = warning === null ? newest.findLastIndex(isClosed) + 1 : 0;
  return { bars: newest, finalCount, isWarned: warning !== null };
}

/** The last stored close with its trading date. The close of a bar that is not final may be as old as the bar's beginning. */
function storedPrice(
  hours: MarketHours,
  resolution: Resolution,
  { bars, finalCount }: Newest,
): (Pick<Quote, 'price' | 'timeMs'> & { dayMs: number }) | null {
  const last = bars.at(-1);
  if (!last) return null;
  if (finalCount < bars.length) {
    const timeMs = barOpensAtMs(hours, resolution, last.time);
    return { price: last.close, timeMs, dayMs: tradingDateOf(hours, timeMs) };
  }
  const timeMs = barClosesAtMs(hours, resolution, last.time);
  // The moment a session ends belongs to that session.
  return { price: last.close, timeMs, dayMs: tradingDateOf(hours, timeMs - 1) };
}

/** The close before a trading date; null unless the feed has answered for every date in between. */
function closeBefore(
  hours: MarketHours,
  { bars, finalCount }: Newest,
  dayMs: number,
): number | null {
  const lastFinal = bars[finalCount - 1];
  const [first] = bars;
  if (!first || !lastFinal) return null;
  const covered = { fromMs: first.time, toMs: lastFinal.time + DAY_MS };
  return previousCloseOf(hours, { bars, covered }, dayMs);
}
