import { DAY_MS, MINUTE_MS, tradingDateOf } from '@moneytrail/calendar';
import type { PathOf } from '../paths/day-path.ts';
import type { UnitBar } from '../paths/second-path.ts';
import type { Bucket } from './bucket.ts';
import { absorbBar, type Candle, candleOf } from './candle.ts';
import { firstDayOf, type MarketInstrument } from './market-instrument.ts';
import { visitMinutes } from './path-progress.ts';

/** Bars made of minutes whose start lies in `[fromMs, toMs)`, ascending, as known at `nowMs`. */
export function barsOfMinutes(
  pathOf: PathOf,
  instrument: MarketInstrument,
  range: { fromMs: number; toMs: number; nowMs: number },
  bucket: Bucket,
): Candle[] {
  const { hours, scale } = instrument;
  const { fromMs, toMs } = range;
  const untilMs = Math.min(toMs + bucket.lengthMs, range.nowMs);
  const bars: { timeMs: number; bar: UnitBar }[] = [];
  const lastDay = tradingDateOf(hours, untilMs);
  let dayMs = Math.max(tradingDateOf(hours, fromMs), firstDayOf(instrument));
  for (; dayMs <= lastDay; dayMs += DAY_MS) {
    const path = pathOf(instrument, dayMs);
    if (!path) continue;
    const timeOf = bucket.of(path.session);
    const first = Math.max(0, Math.ceil((fromMs - path.session.openMs) / MINUTE_MS));
    visitMinutes(path, Math.min(untilMs, range.nowMs), first, (startMs, bar) => {
      const timeMs = timeOf(startMs);
      if (timeMs < fromMs || timeMs >= toMs) return;
      const last = bars.at(-1);
      if (last?.timeMs === timeMs) absorbBar(last.bar, bar);
      else bars.push({ timeMs, bar });
    });
  }
  return bars.map(({ timeMs, bar }) => candleOf(scale, timeMs, bar));
}
