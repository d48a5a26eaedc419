import type { BarColumns } from '../columns/bar-columns.ts';
import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { decimalsOf, SCALES, wholeOf } from './decimal-scale.ts';
import { applyExceptions, encodeExceptions } from './exceptions.ts';
import { RAW } from './packing.ts';

type Differences = {
  base: number;
  open: Int32Array;
  high: Int32Array;
  low: Int32Array;
  close: Int32Array;
};

/**
 * Open from the close before, close from open, high and low from the body: small numbers; null where one does not fit
 * into 32 bits. One loop without calls of its own: storing a million bars spends most of its time here.
 */
function differencesOf(columns: BarColumns, scale: number): Differences | null {
  const { length, open, high, low, close } = columns;
  const column = () => new Int32Array(length);
  const result = { base: 0, open: column(), high: column(), low: column(), close: column() };
  const { open: opens, high: highs, low: lows, close: closes } = result;
  let closeBefore = length > 0 ? wholeOf(open[0] ?? 0, scale) : 0;
  result.base = closeBefore;
  let isFitting = true;
  for (let i = 0; i < length; i++) {
    const opened = wholeOf(open[i] ?? 0, scale);
    const closed = wholeOf(close[i] ?? 0, scale);
    const gap = opened - closeBefore;
    const move = closed - opened;
    const up = wholeOf(high[i] ?? 0, scale) - (move > 0 ? closed : opened);
    const down = (move > 0 ? opened : closed) - wholeOf(low[i] ?? 0, scale);
    opens[i] = gap;
    closes[i] = move;
    highs[i] = up;
    lows[i] = down;
    isFitting &&= opens[i] === gap && closes[i] === move && highs[i] === up && lows[i] === down;
    closeBefore = closed;
  }
  return isFitting ? result : null;
}

/** The four price columns as whole-number differences where that is exact, else as doubles. */
export function encodePrices(writer: ByteWriter, columns: BarColumns): void {
  const { open, high, low, close, length } = columns;
  const prices = [open, high, low, close];
  const found = decimalsOf(prices, length);
  const differences = found === null ? null : differencesOf(columns, SCALES[found.decimals] ?? 1);
  if (found === null || differences === null) {
    writer.byte(RAW);
    for (const column of prices) writer.doubles(column, length);
    return;
  }
  writer.byte(found.decimals);
  writer.double(differences.base);
  writer.wholes(differences.open);
  writer.wholes(differences.high);
  writer.wholes(differences.low);
  writer.wholes(differences.close);
  encodeExceptions(writer, prices, length, found);
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
