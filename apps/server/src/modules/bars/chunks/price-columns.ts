import type { BarColumns } from '../columns/bar-columns.ts';
import { decimalsOf, SCALES, wholeOf } from './decimal-scale.ts';
import { applyExceptions, exceptionsOf } from './exceptions.ts';
import { type ByteReader, byte, double, doubles, type Piece, RAW, wholes } from './pieces.ts';

const LARGEST_DIFFERENCE = 2 ** 31 - 1;

type Differences = {
  base: number;
  open: Int32Array;
  high: Int32Array;
  low: Int32Array;
  close: Int32Array;
};

/** Open from the close before, close from open, high and low from the body: small numbers; null where one is too large. */
function differencesOf(columns: BarColumns, scale: number): Differences | null {
  const { length } = columns;
  const column = () => new Int32Array(length);
  const result = { base: 0, open: column(), high: column(), low: column(), close: column() };
  const whole = (values: Float64Array, i: number) => wholeOf(values[i] ?? 0, scale);
  let closeBefore = length > 0 ? whole(columns.open, 0) : 0;
  result.base = closeBefore;
  for (let i = 0; i < length; i++) {
    const open = whole(columns.open, i);
    const close = whole(columns.close, i);
    const up = whole(columns.high, i) - Math.max(open, close);
    const down = Math.min(open, close) - whole(columns.low, i);
    const largest = Math.max(
      Math.abs(open - closeBefore),
      Math.abs(close - open),
      Math.abs(up),
      Math.abs(down),
    );
    if (largest > LARGEST_DIFFERENCE) return null;
    result.open[i] = open - closeBefore;
    result.close[i] = close - open;
    result.high[i] = up;
    result.low[i] = down;
    closeBefore = close;
  }
  return result;
}

/** The four price columns as whole-number differences where that is exact, else as doubles. */
export function encodePrices(columns: BarColumns): Piece[] {
  const { open, high, low, close, length } = columns;
  const decimals = decimalsOf([open, high, low, close], length);
  const scale = SCALES[decimals ?? 0] ?? 1;
  const differences = decimals === null ? null : differencesOf(columns, scale);
  if (decimals === null || differences === null) {
    return [byte(RAW), ...[open, high, low, close].map((column) => doubles(column, length))];
  }
  const { base } = differences;
  const packed = [differences.open, differences.high, differences.low, differences.close];
  const exceptions = exceptionsOf([open, high, low, close], length, scale);
  return [byte(decimals), double(base), ...packed.map(wholes), exceptions];
}

export function decodePrices(reader: ByteReader, into: BarColumns): void {
  const kind = reader.byte();
  const { open, high, low, close } = into;
  if (kind === RAW) {
    for (const column of [open, high, low, close]) reader.doubles(column);
    return;
  }
  const scale = SCALES[kind];
  if (scale === undefined) throw new RangeError(`the price scale ${kind} is unknown`);
  let closeBefore = reader.double();
  const [opens, highs, lows, closes] = [
    reader.wholes(),
    reader.wholes(),
    reader.wholes(),
    reader.wholes(),
  ];
  for (let i = 0; i < into.length; i++) {
    const opened = closeBefore + (opens[i] ?? 0);
    const closed = opened + (closes[i] ?? 0);
    open[i] = opened / scale;
    close[i] = closed / scale;
    high[i] = (Math.max(opened, closed) + (highs[i] ?? 0)) / scale;
    low[i] = (Math.min(opened, closed) - (lows[i] ?? 0)) / scale;
    closeBefore = closed;
  }
  applyExceptions(reader, [open, high, low, close]);
}
