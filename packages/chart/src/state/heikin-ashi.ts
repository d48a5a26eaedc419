import { type Columns, withRoomBefore, withRoomBehind } from '@moneytrail/indicators';
import { at, type PriceColumns } from '../paint/frame.ts';

function eachPrice(make: (name: keyof PriceColumns) => Float64Array): PriceColumns {
  return { open: make('open'), high: make('high'), low: make('low'), close: make('close') };
}

/** Close is the mean of the bar's four prices, open the middle of the previous body; high and low include both. */
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

export type HeikinAshi = ReturnType<typeof createHeikinAshi>;

/** Heikin-Ashi prices, computed on demand. They are only drawn: studies always read market prices. */
export function createHeikinAshi() {
  let prices = eachPrice(() => new Float64Array(0));
  let length = 0;
  /** Bars in front whose prices have not been computed. */
  let unknown = 0;
  /** Each open halves the weight of the previous one: after some sixty bars the known prices come out again. */
  const writeFront = (columns: Columns) => {
    for (let index = 0; index < length; index++) {
      const known = at(prices.open, index);
      write(prices, columns, index);
      if (index > unknown && at(prices.open, index) === known) break;
    }
    unknown = 0;
  };
  return {
    /** Prices of all bars; only those of new bars and of the last known one are computed. */
    prices(columns: Columns): PriceColumns {
      if (prices.open.length < columns.length) {
        prices = eachPrice((name) => withRoomBehind(prices[name], columns.length, length));
      }
      if (unknown > 0) writeFront(columns);
      // The last known bar may have changed since.
      for (let index = Math.max(0, length - 1); index < columns.length; index++) {
        write(prices, columns, index);
      }
      length = columns.length;
      return prices;
    },
    prepend(count: number): void {
      if (length === 0) return;
      prices = eachPrice((name) => withRoomBefore(prices[name], count, length));
      length += count;
      unknown += count;
    },
    reset(): void {
      length = 0;
      unknown = 0;
    },
  };
}
