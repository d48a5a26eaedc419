import type { UnitBar } from '../paths/second-path.ts';
import { type PriceScale, priceOfUnits, volumeOfUnits } from './market-instrument.ts';

/** A bar in decimal prices; `timeMs` is its start, for a day 00:00 UTC of the trading date. */
export type Candle = {
  timeMs: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
};

/** Converts a bar of whole units into decimal prices. */
export function candleOf(scale: PriceScale, timeMs: number, bar: UnitBar): Candle {
  return {
    timeMs,
    open: priceOfUnits(scale, bar.open),
    high: priceOfUnits(scale, bar.high),
    low: priceOfUnits(scale, bar.low),
    close: priceOfUnits(scale, bar.close),
    volume: volumeOfUnits(scale, bar.volume),
  };
}

/** Merges a later bar into an earlier one, which it changes. */
export function absorbBar<Bar extends Omit<UnitBar, 'open'>>(
  into: Bar,
  later: Omit<UnitBar, 'open'>,
): void {
  into.high = Math.max(into.high, later.high);
  into.low = Math.min(into.low, later.low);
  into.close = later.close;
  into.volume += later.volume;
}

/** Merges consecutive candles of one period; the period gives the time. */
export function mergeCandles(
  candles: readonly Candle[],
  periodOf: (timeMs: number) => number,
): Candle[] {
  const merged: Candle[] = [];
  for (const candle of candles) {
    const timeMs = periodOf(candle.timeMs);
    const last = merged.at(-1);
    if (last?.timeMs === timeMs) absorbBar(last, candle);
    else merged.push({ ...candle, timeMs });
  }
  return merged;
}
