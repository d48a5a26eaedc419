import { DAY_MS, sessionOf, tradingDateOf } from '@moneytrail/calendar';
import type { PathOf } from '../paths/day-path.ts';
import { unitDayOf } from '../paths/outright-path.ts';
import { type Candle, candleOf } from './candle.ts';
import { firstDayOf, type MarketInstrument } from './market-instrument.ts';
import { dayThrough } from './path-progress.ts';

/** No session lasts longer after 00:00 UTC of its date: most days need no look at the calendar. */
const LONGEST_SESSION_AFTER_DATE_MS = 2 * DAY_MS;

/** Days of instruments, closed ones without making minutes where the instrument has days of its own. */
export type TradingDays = {
  /** The whole of a day that is over; null where it had none. */
  closed: (instrument: MarketInstrument, dayMs: number) => Candle | null;
  /** Days whose date lies in `[fromMs, toMs)`, ascending; the one at `nowMs` as far as it has gone. */
  between: (
    instrument: MarketInstrument,
    range: { fromMs: number; toMs: number; nowMs: number },
  ) => Candle[];
};

/** Reads days out of histories and paths; remembers those of spreads, whose days cost all their seconds. */
export function createTradingDays(pathOf: PathOf): TradingDays {
  const spreadDays = new Map<MarketInstrument, Map<number, Candle | null>>();

  const spreadDay = (instrument: MarketInstrument, dayMs: number): Candle | null => {
    const days = spreadDays.get(instrument) ?? new Map<number, Candle | null>();
    spreadDays.set(instrument, days);
    let candle = days.get(dayMs);
    if (candle === undefined) {
      const path = pathOf(instrument, dayMs);
      const whole = path && dayThrough(path, Number.POSITIVE_INFINITY);
      candle = whole ? candleOf(instrument.scale, dayMs, whole.bar) : null;
      days.set(dayMs, candle);
    }
    return candle;
  };

  const closed: TradingDays['closed'] = (instrument, dayMs) => {
    if (instrument.kind === 'spread') return spreadDay(instrument, dayMs);
    const row = instrument.history.on(dayMs);
    return row ? candleOf(instrument.scale, dayMs, unitDayOf(instrument.scale, row)) : null;
  };

  const dayAt = (instrument: MarketInstrument, dayMs: number, nowMs: number): Candle | null => {
    if (nowMs > dayMs + LONGEST_SESSION_AFTER_DATE_MS) return closed(instrument, dayMs);
    const session = sessionOf(instrument.hours, dayMs);
    if (nowMs >= session.closeMs) return closed(instrument, dayMs);
    const path = nowMs < session.openMs ? null : pathOf(instrument, dayMs);
    const forming = path && dayThrough(path, nowMs);
    return forming ? candleOf(instrument.scale, dayMs, forming.bar) : null;
  };

  return {
    closed,
    between: (instrument, { fromMs, toMs, nowMs }) => {
      const candles: Candle[] = [];
      const lastMs = Math.min(toMs - 1, tradingDateOf(instrument.hours, nowMs));
      const firstMs = Math.ceil(Math.max(fromMs, firstDayOf(instrument)) / DAY_MS) * DAY_MS;
      for (let dayMs = firstMs; dayMs <= lastMs; dayMs += DAY_MS) {
        const candle = dayAt(instrument, dayMs, nowMs);
        if (candle) candles.push(candle);
      }
      return candles;
    },
  };
}
