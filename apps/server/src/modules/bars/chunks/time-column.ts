import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { RAW } from './packing.ts';

/** What times are counted in, the coarsest that fits. */
const UNITS_MS = [60_000, 1_000, 1];
const LARGEST_STEP = 2 ** 31 - 1;

function stepsOf(time: Float64Array, length: number, unitMs: number): Int32Array | null {
  const steps = new Int32Array(length);
  const first = time[0] ?? 0;
  let before = first;
  if (first % unitMs !== 0 || Object.is(first, -0)) return null;
  for (let i = 0; i < length; i++) {
    const value = time[i] ?? Number.NaN;
    const step = (value - before) / unitMs;
    if (!(Number.isInteger(step) && Math.abs(step) <= LARGEST_STEP)) return null;
    steps[i] = step;
    before = value;
  }
  return steps;
}

/** Times as steps from one bar to the next, raw where they are not whole milliseconds. */
export function encodeTimes(writer: ByteWriter, time: Float64Array, length: number): void {
  for (const [index, unitMs] of UNITS_MS.entries()) {
    const steps = stepsOf(time, length, unitMs);
    if (!steps) continue;
    writer.byte(index);
    writer.double(time[0] ?? 0);
    writer.wholes(steps);
    return;
  }
  writer.byte(RAW);
  writer.doubles(time, length);
}

export function decodeTimes(reader: ByteReader, into: Float64Array): void {
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
