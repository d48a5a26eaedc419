import type { BarColumns } from '../../columns/bar-columns.ts';
import type { BitReader } from '../bits/bit-reader.ts';
import type { BitWriter } from '../bits/bit-writer.ts';
import { decodeNumbers, encodeNumbers } from '../bits/number-column.ts';
import { SCALES } from '../decimal-scale.ts';
import { NO_DECIMALS, readDecimals, writeDecimals } from './decimals.ts';
import { decodeDoubles, encodeDoubles } from './double-column.ts';
import { applyOdd, encodeOdd } from './odd-numbers.ts';
import { type Wholes, wholesOf } from './wholes.ts';

const NONE = new Float64Array(0);

/**
 * Turns whole prices into small numbers in their place: open from the close before, close from open, high and low
 * outward from the body.
 */
function turnIntoMoves({ columns }: Wholes, length: number): void {
  const [open = NONE, high = NONE, low = NONE, close = NONE] = columns;
  let closeBefore = 0;
  for (let i = 0; i < length; i++) {
    const opened = open[i] ?? 0;
    const closed = close[i] ?? 0;
    const isUp = closed > opened;
    open[i] = opened - closeBefore;
    close[i] = closed - opened;
    high[i] = (high[i] ?? 0) - (isUp ? closed : opened);
    low[i] = (isUp ? opened : closed) - (low[i] ?? 0);
    closeBefore = closed;
  }
}

/** The four price columns as small whole numbers where they are decimals, else as doubles. */
export function encodePrices(writer: BitWriter, columns: BarColumns): void {
  const { length } = columns;
  const prices = [columns.open, columns.high, columns.low, columns.close].map((column) =>
    column.subarray(0, length),
  );
  const wholes = wholesOf(prices, length);
  writeDecimals(writer, wholes?.decimals ?? NO_DECIMALS);
  if (wholes === null) {
    for (const column of prices) encodeDoubles(writer, column);
    return;
  }
  turnIntoMoves(wholes, length);
  for (const column of wholes.columns) encodeNumbers(writer, column, length);
  encodeOdd(writer, prices, length, wholes);
}

/** Reads the four price columns. */
export function decodePrices(reader: BitReader, into: BarColumns): void {
  const { open, high, low, close, length } = into;
  const decimals = readDecimals(reader);
  if (decimals === NO_DECIMALS) {
    for (const column of [open, high, low, close]) decodeDoubles(reader, column);
    return;
  }
  const scale = SCALES[decimals];
  if (scale === undefined) throw new RangeError(`the price scale ${decimals} is unknown`);
  const opens = decodeNumbers(reader, length);
  const highs = decodeNumbers(reader, length);
  const lows = decodeNumbers(reader, length);
  const closes = decodeNumbers(reader, length);
  let closeBefore = 0;
  for (let i = 0; i < length; i++) {
    const opened = closeBefore + (opens[i] ?? 0);
    const closed = opened + (closes[i] ?? 0);
    const isUp = closed > opened;
    open[i] = opened / scale;
    close[i] = closed / scale;
    high[i] = ((isUp ? closed : opened) + (highs[i] ?? 0)) / scale;
    low[i] = ((isUp ? opened : closed) - (lows[i] ?? 0)) / scale;
    closeBefore = closed;
  }
  applyOdd(reader, [open, high, low, close], length, decimals);
}
