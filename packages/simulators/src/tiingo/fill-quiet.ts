import { type MarketHours, sessionOf, tradingDateOf } from '@moneytrail/calendar';
import type { Candle } from '../market/candle.ts';

/** Puts flat bars without volume where nothing traded between two bars of one session (`forceFill`). */
export function fillQuiet(hours: MarketHours, bars: readonly Candle[], lengthMs: number): Candle[] {
  const filled: Candle[] = [];
  for (const bar of bars) {
    const last = filled.at(-1);
    const { openMs } = sessionOf(hours, tradingDateOf(hours, bar.timeMs));
    if (last && last.timeMs >= openMs) {
      const { close } = last;
      for (let timeMs = last.timeMs + lengthMs; timeMs < bar.timeMs; timeMs += lengthMs) {
        filled.push({ timeMs, open: close, high: close, low: close, close, volume: 0 });
      }
    }
    filled.push(bar);
  }
  return filled;
}
