import { type Columns, withRoomBefore, withRoomBehind } from '@moneytrail/indicators';
import { at, type PriceColumns } from '../paint/prices.ts';

/** Heikin-Ashi prices of the bars, kept up on demand. They are only drawn: studies always read the market's prices. */
export type HeikinAshi = {
  /** The prices of all bars; bars that did not change since the last call are not computed again. */
  prices: (columns: Columns) => PriceColumns;
  /** So many bars were put before the first one. */
  prepend: (count: number) => void;
  /** Other bars: start over. */
  reset: () => void;
};

function eachPrice(make: (name: keyof PriceColumns) => Float64Array): PriceColumns {
  return { open: make('open'), high: make('high'), low: make('low'), close: make('close') };
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
  let prices = eachPrice(() => new Float64Array(0));
  let length = 0;
  /** Bars in front whose prices are not known yet. */
  let unknown = 0;
  /** Each open weighs the one before by half: after some sixty bars those known already come out. */
  const writeFront = (columns: Columns) => {
    for (let index = 0; index < length; index++) {
      const known = at(prices.open, index);
      write(prices, columns, index);
      if (index > unknown && at(prices.open, index) === known) break;
    }
    unknown = 0;
  };
  return {
    prices(columns) {
      if (prices.open.length < columns.length) {
        prices = eachPrice((name) => withRoomBehind(prices[name], columns.length, length));
      }
      if (unknown > 0) writeFront(columns);
      // The last bar known may have changed since: its values are written once more.
      for (let index = Math.max(0, length - 1); index < columns.length; index++) {
        write(prices, columns, index);
      }
      length = columns.length;
      return prices;
    },
    prepend(count) {
      if (length === 0) return;
      prices = eachPrice((name) => withRoomBefore(prices[name], count, length));
      length += count;
      unknown += count;
    },
    reset() {
      length = 0;
      unknown = 0;
    },
  };
}
