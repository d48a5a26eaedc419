import type { Session } from '@moneytrail/calendar';
import type { MarketInstrument } from '../market/market-instrument.ts';
import type { MinuteColumns } from './minute-path.ts';
import type { UnitBar } from './second-path.ts';

/** One trading day of one instrument, to the second. */
export type DayPath = {
  session: Session;
  minutes: MinuteColumns;
  count: number;
  /** Minute i as far as it has gone through a second (0 to 59). */
  minuteThrough: (index: number, second: number) => UnitBar;
};

/** Minute i of the columns as one bar. */
export function minuteAt(minutes: MinuteColumns, index: number): UnitBar {
  return {
    open: minutes.open[index] ?? 0,
    high: minutes.high[index] ?? 0,
    low: minutes.low[index] ?? 0,
    close: minutes.close[index] ?? 0,
    volume: minutes.volume[index] ?? 0,
  };
}

/** An instrument's path on a trading date; null where it does not trade. */
export type PathOf = (instrument: MarketInstrument, dayMs: number) => DayPath | null;
