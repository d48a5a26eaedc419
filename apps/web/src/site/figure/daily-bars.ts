import { DAY_MS } from '@moneytrail/calendar';

/**
 * Real daily bars as columns, oldest first; prices are integers in units of the last decimal. See `bars/README.md`.
 */
export type DailyBars = {
  symbol: string;
  decimals: number;
  /** Days since 1 January 1970. */
  day: number[];
  open: number[];
  high: number[];
  low: number[];
  close: number[];
  volume: number[];
};

/** Time is 00:00 UTC, ms. */
type DailyBar = Record<'time' | 'open' | 'high' | 'low' | 'close' | 'volume', number>;

export function barsOf(file: DailyBars): DailyBar[] {
  const unit = 10 ** file.decimals;
  const at = (column: number[], index: number) => column[index] ?? Number.NaN;
  return file.day.map((day, index) => ({
    time: day * DAY_MS,
    open: at(file.open, index) / unit,
    high: at(file.high, index) / unit,
    low: at(file.low, index) / unit,
    close: at(file.close, index) / unit,
    volume: at(file.volume, index),
  }));
}
