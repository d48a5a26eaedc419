import type { Tick } from '../../feed.ts';
import { decimalDifference } from '../../live/decimal-arithmetic.ts';
import type { BitfinexCandle, BitfinexTicker } from '../wire.ts';

/** Turns successive states of a pair's minute, and of its ticker, into ticks. */
export type CandleTicks = {
  /** The newest minutes, in any order, as sent after a subscription. */
  snapshot: (candles: readonly BitfinexCandle[]) => Tick[];
  /** A new state of a minute. */
  update: (candle: BitfinexCandle) => Tick[];
  ticker: (ticker: BitfinexTicker) => Tick[];
};

const LAST_MS_OF_MINUTE = 59_999;

/**
 * A tick's volume is what the minute grew by, its extremes those the minute did not have before. A correction of an
 * older minute makes no tick: the history that is read again holds it. A quote makes no bar: its tick stays within the
 * last minute that was traded.
 */
export function createCandleTicks(deps: { now: () => number }, code: string): CandleTicks {
  let minute: BitfinexCandle | null = null;
  let quote: Pick<Tick, 'bid' | 'ask' | 'previousClose'> = {};

  function momentIn([startMs]: BitfinexCandle): number {
    return Math.min(Math.max(deps.now(), startMs), startMs + LAST_MS_OF_MINUTE);
  }

  function priceTick(candle: BitfinexCandle): Tick {
    return { code, timeMs: momentIn(candle), price: candle[2], ...quote };
  }

  function opening(candle: BitfinexCandle): Tick[] {
    const [startMs, open, , high, low, volume] = candle;
    const first: Tick = { code, timeMs: startMs, price: open };
    return [first, { ...priceTick(candle), high, low, volume }];
  }

  function change(candle: BitfinexCandle, before: BitfinexCandle): Tick {
    const [, , , high, low, volume] = candle;
    return {
      ...priceTick(candle),
      volume: Math.max(0, decimalDifference(volume, before[5])),
      ...(high > before[3] ? { high } : {}),
      ...(low < before[4] ? { low } : {}),
    };
  }

  return {
    snapshot: (candles) => {
      const newest = candles.reduce<BitfinexCandle | null>(
        (best, candle) => (best === null || candle[0] > best[0] ? candle : best),
        null,
      );
      if (newest === null) return [];
      minute = newest;
      return [priceTick(newest)];
    },
    update: (candle) => {
      const before = minute;
      if (before !== null && candle[0] < before[0]) return [];
      minute = candle;
      return before?.[0] === candle[0] ? [change(candle, before)] : opening(candle);
    },
    ticker: ([bid, , ask, , dailyChange, , last]) => {
      const next = {
        ...(bid === null ? {} : { bid }),
        ...(ask === null ? {} : { ask }),
        ...(dailyChange === null ? {} : { previousClose: decimalDifference(last, dailyChange) }),
      };
      const isNew = next.bid !== quote.bid || next.ask !== quote.ask;
      quote = next;
      return isNew && minute !== null ? [priceTick(minute)] : [];
    },
  };
}
