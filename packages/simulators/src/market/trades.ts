import { DAY_MS, tradingDateOf } from '@moneytrail/calendar';
import type { PathOf } from '../paths/day-path.ts';
import type { MarketInstrument } from './market-instrument.ts';
import { priceOfUnits, volumeOfUnits } from './price-scale.ts';

/** What changed hands in one second. `id` is the second's number since 1970. */
export type Trade = { id: number; timeMs: number; price: number; volume: number; isSell: boolean };

/**
 * Trades in `[fromMs, toMs]`, ascending, at most one a second. Those of a minute make up its bar:
 * first and last price, extremes and volume.
 */
export function tradesBetween(
  pathOf: PathOf,
  instrument: MarketInstrument,
  range: { fromMs: number; toMs: number },
): Trade[] {
  const trades: Trade[] = [];
  const { scale, hours } = instrument;
  const lastDay = tradingDateOf(hours, range.toMs);
  for (let dayMs = tradingDateOf(hours, range.fromMs); dayMs <= lastDay; dayMs += DAY_MS) {
    const path = pathOf(instrument, dayMs);
    if (!path) continue;
    const { openMs, closeMs } = path.session;
    const begin = Math.ceil((Math.max(range.fromMs, openMs) - openMs) / 1_000);
    const end = Math.floor((Math.min(range.toMs, closeMs - 1) - openMs) / 1_000);
    for (let second = begin; second <= end; second += 1) {
      const index = Math.floor(second / 60);
      if (path.minutes.isQuiet[index] === 1) continue;
      const within = second % 60;
      const after = path.minuteThrough(index, within);
      const before = within === 0 ? null : path.minuteThrough(index, within - 1);
      const volume = after.volume - (before?.volume ?? 0);
      const timeMs = openMs + second * 1_000;
      trades.push({
        id: timeMs / 1_000,
        timeMs,
        price: priceOfUnits(scale, after.close),
        volume: volumeOfUnits(scale, volume),
        isSell: after.close < (before?.close ?? after.open),
      });
    }
  }
  return trades;
}
