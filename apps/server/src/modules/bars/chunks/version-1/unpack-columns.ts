import type { BarColumns } from '../../columns/bar-columns.ts';
import { SCALES } from '../decimal-scale.ts';
import type { ByteReader } from './byte-reader.ts';
import { ABSENT, RAW } from './column-kinds.ts';
import { applyExceptions } from './exceptions.ts';

/** What times are counted in. */
const UNITS_MS = [60_000, 1_000, 1];
const HALF = 2 ** 32;

/** Steps from one bar to the next, or times as they are. */
export function unpackTimes(reader: ByteReader, into: Float64Array): void {
  const kind = reader.byte();
  if (kind === RAW) {
    reader.doubles(into);
    return;
  }
  const unitMs = UNITS_MS[kind];
  if (unitMs === undefined) throw new RangeError(`the time unit ${kind} is unknown`);
  let time = reader.double();
  const steps = reader.wholes();
  for (let i = 0; i < into.length; i++) {
    time += (steps[i] ?? 0) * unitMs;
    into[i] = time;
  }
}

/** Open from the close before, close from open, high and low from the body; or prices as they are. */
export function unpackPrices(reader: ByteReader, into: BarColumns): void {
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

/** Whole numbers in two halves, nothing where no bar has a volume, or volumes as they are. */
export function unpackVolumes(reader: ByteReader, into: Float64Array): void {
  const kind = reader.byte();
  if (kind === ABSENT) {
    into.fill(Number.NaN);
    return;
  }
  if (kind === RAW) {
    reader.doubles(into);
    return;
  }
  const scale = SCALES[kind];
  if (scale === undefined) throw new RangeError(`the volume scale ${kind} is unknown`);
  const low = reader.wholes();
  const high = reader.wholes();
  for (let i = 0; i < into.length; i++) {
    into[i] = ((high[i] ?? 0) * HALF + ((low[i] ?? 0) >>> 0)) / scale;
  }
  applyExceptions(reader, [into]);
}
