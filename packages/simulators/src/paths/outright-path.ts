import { DAY_MS, MINUTE_MS, sessionOf } from '@moneytrail/calendar';
import type { DayRow } from '../days/day-history.ts';
import type { OutrightInstrument } from '../market/market-instrument.ts';
import { type PriceScale, priceToUnits } from '../market/price-scale.ts';
import { type DayPath, minuteAt } from './day-path.ts';
import { buildMinutePath } from './minute-path.ts';
import { hashText, mixSeed } from './random.ts';
import { minuteThroughSecond, type UnitBar } from './second-path.ts';

/** A day's row on the grid of its instrument. */
export function unitDayOf(scale: PriceScale, row: DayRow): UnitBar {
  return {
    open: priceToUnits(scale, row.open),
    high: priceToUnits(scale, row.high),
    low: priceToUnits(scale, row.low),
    close: priceToUnits(scale, row.close),
    volume: Math.round(row.volume * 10 ** scale.volumeDecimals),
  };
}

/** The path of an instrument that has days of its own; null on a date without one. */
export function outrightPath(instrument: OutrightInstrument, dayMs: number): DayPath | null {
  const row = instrument.history.on(dayMs);
  if (!row) return null;
  const session = sessionOf(instrument.hours, dayMs);
  const count = (session.closeMs - session.openMs) / MINUTE_MS;
  const day = unitDayOf(instrument.scale, row);
  const seed = mixSeed(hashText(instrument.pathId), dayMs / DAY_MS);
  const minutes = buildMinutePath(day, {
    minutes: count,
    seed,
    shape: instrument.shape,
    outline: row,
  });
  return {
    session,
    minutes,
    count,
    minuteThrough: (index, second) =>
      minuteThroughSecond(minuteAt(minutes, index), mixSeed(seed, index), second),
  };
}
