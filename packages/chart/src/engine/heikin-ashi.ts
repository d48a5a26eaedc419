import type { Columns } from '@moneytrail/indicators';
import { at, type PriceColumns } from '../paint/prices.ts';

/** Heikin-Ashi prices of the bars, kept up on demand. They are only drawn: studies always read the market's prices. */
export type HeikinAshi = {
  /** The prices of all bars; bars that did not change since the last call are not computed again. */
  prices: (columns: Columns) => PriceColumns;
  /** Other bars: start over. */
  reset: () => void;
};

function emptyPrices(capacity: number): PriceColumns {
  const column = () => new Float64Array(capacity).fill(Number.NaN);
  return { open: column(), high: column(), low: column(), close: column() };
}

function grown(prices: PriceColumns, capacity: number): PriceColumns {
  const roomier = emptyPrices(capacity);
  for (const name of ['open', 'high', 'low', 'close'] as const) roomier[name].set(prices[name]);
  return roomier;
}

/** Close is the mean of the bar's four prices, open the middle of the body before; high and low hold both. */
function write(prices: PriceColumns, columns: Columns, index: number): void {
  const open = at(columns.open, index);
  const close =
    (open + at(columns.high, index) + at(columns.low, index) + at(columns.close, index)) / 4;
  const before = index - 1;
  const isFirst = index === 0;
  const start = isFirst
    ? (open + at(columns.close, index)) / 2
    : (at(prices.open, before) + at(prices.close, before)) / 2;
  prices.open[index] = start;
  prices.close[index] = close;
  prices.high[index] = Math.max(at(columns.high, index), start, close);
  prices.low[index] = Math.min(at(columns.low, index), start, close);
}

export function createHeikinAshi(): HeikinAshi {
  let prices = emptyPrices(0);
  let length = 0;
  return {
    prices(columns) {
      if (prices.open.length < columns.length) prices = grown(prices, columns.time.length);
      // The last bar known may have changed since: its values are written once more.
      for (let index = Math.max(0, length - 1); index < columns.length; index++) {
        write(prices, columns, index);
      }
      length = columns.length;
      return prices;
    },
    reset() {
      length = 0;
    },
  };
}
