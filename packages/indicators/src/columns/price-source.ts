import type { Columns } from './columns.ts';
import { valueAt } from './columns.ts';

/** What a study may read of a bar, in the order of a menu. */
export const PRICE_SOURCES = ['open', 'high', 'low', 'close', 'hl2', 'hlc3', 'ohlc4'] as const;

/** A price of a bar: one of the four, or a mean of high, low, close and open. */
export type PriceSource = (typeof PRICE_SOURCES)[number];

/** Reads the chosen price of the bar at an index. */
export type SourceReader = (columns: Columns, index: number) => number;

const READERS: Record<PriceSource, SourceReader> = {
  open: ({ open }, index) => valueAt(open, index),
  high: ({ high }, index) => valueAt(high, index),
  low: ({ low }, index) => valueAt(low, index),
  close: ({ close }, index) => valueAt(close, index),
  hl2: ({ high, low }, index) => (valueAt(high, index) + valueAt(low, index)) / 2,
  hlc3: ({ high, low, close }, index) =>
    (valueAt(high, index) + valueAt(low, index) + valueAt(close, index)) / 3,
  ohlc4: ({ open, high, low, close }, index) =>
    (valueAt(open, index) + valueAt(high, index) + valueAt(low, index) + valueAt(close, index)) / 4,
};

/** The reader of a source, chosen once so that loops do not choose again at every bar. */
export function sourceReader(source: PriceSource): SourceReader {
  return READERS[source];
}

/** Reads the source prices of `count` bars from an index on. */
export function readPrices(
  read: SourceReader,
  columns: Columns,
  from: number,
  into: Float64Array,
  count: number,
): void {
  for (let index = 0; index < count; index += 1) into[index] = read(columns, from + index);
}
