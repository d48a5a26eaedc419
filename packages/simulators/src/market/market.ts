import { DAY_MS, tradingDateOf, tradingDayUntil } from '@moneytrail/calendar';
import { createPathCache } from '../paths/path-cache.ts';
import type { Bucket } from './bucket.ts';
import { type Candle, candleOf } from './candle.ts';
import { firstDayOf, lastDayUntil, type MarketInstrument } from './market-instrument.ts';
import { dayThrough } from './path-progress.ts';
import { barsOfMinutes } from './session-bars.ts';
import { type Trade, tradesBetween } from './trades.ts';
import { createTradingDays } from './trading-days.ts';

/** What a board shows of an instrument at a moment: its session so far and the close before it. */
type Snapshot = {
  price: number;
  /** The second of the last trade. */
  timeMs: number;
  day: Candle;
  previousClose: number;
};

type Range = { fromMs: number; toMs: number };

export type Market = {
  now: () => number;
  /** Bars whose start lies in `[fromMs, toMs)`, ascending, as known now; the last may be forming. */
  bars: (instrument: MarketInstrument, range: Range, bucket: Bucket) => Candle[];
  /** Days whose date lies in `[fromMs, toMs)`, ascending; today's as far as it has gone. */
  days: (instrument: MarketInstrument, range: Range) => Candle[];
  /** The last price and its day; null before the instrument's first trade. */
  snapshot: (instrument: MarketInstrument) => Snapshot | null;
  /** Trades in `[fromMs, toMs]`, ascending, none later than now. */
  trades: (instrument: MarketInstrument, range: Range) => Trade[];
};

/** The market behind a simulator: bars, days, last prices and trades out of the same seconds. */
export function createMarket({ now }: { now: () => number }): Market {
  const pathOf = createPathCache();
  const tradingDays = createTradingDays(pathOf);

  const snapshot: Market['snapshot'] = (instrument) => {
    const nowMs = now();
    const { hours, scale } = instrument;
    let dayMs = lastDayUntil(instrument, tradingDateOf(hours, nowMs));
    for (; dayMs >= firstDayOf(instrument); dayMs = tradingDayUntil(hours, dayMs - DAY_MS)) {
      const path = pathOf(instrument, dayMs);
      const whole = path && dayThrough(path, nowMs);
      if (!whole) continue;
      const day = candleOf(scale, dayMs, whole.bar);
      const before = tradingDays.closed(instrument, tradingDayUntil(hours, dayMs - DAY_MS));
      return {
        price: day.close,
        timeMs: whole.lastTradeMs,
        day,
        previousClose: before?.close ?? day.open,
      };
    }
    return null;
  };

  return {
    now,
    bars: (instrument, range, bucket) =>
      barsOfMinutes(pathOf, instrument, { ...range, nowMs: now() }, bucket),
    days: (instrument, range) => tradingDays.between(instrument, { ...range, nowMs: now() }),
    snapshot,
    trades: (instrument, { fromMs, toMs }) =>
      tradesBetween(pathOf, instrument, { fromMs, toMs: Math.min(toMs, now()) }),
  };
}
