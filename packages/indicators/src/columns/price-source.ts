import type { Columns } from './columns.ts';
import { valueAt } from './columns.ts';

/** The prices a study may read, in the order of a menu. */
export const PRICE_SOURCES = ['open', 'high', 'low', 'close', 'hl2', 'hlc3', 'ohlc4'] as const;

/** One of a bar's four prices, or a mean of some of them. */
export type PriceSource = (typeof PRICE_SOURCES)[number];

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

/** The reader of a source, looked up once so that loops do not look it up for every bar. */
export function sourceReader(source: PriceSource): SourceReader {
  return READERS[source];
}

/** Reads the source prices of `count` bars, starting at `from`. */
export function readPrices(
  read: SourceReader,
  columns: Columns,
  from: number,
  into: Float64Array,
  count: number,
): void {
  for (let index = 0; index < count; index += 1) into[index] = read(columns, from + index);
}
