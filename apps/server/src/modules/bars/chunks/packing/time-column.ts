import type { BitReader } from '../bits/bit-reader.ts';
import type { BitWriter } from '../bits/bit-writer.ts';
import { decodeNumber, decodeNumbers, encodeNumber, encodeNumbers } from '../bits/number-column.ts';
import { decodeDoubles, encodeDoubles } from './double-column.ts';

const STEPS = 1;
const RAW = 0;

function greatestDivisor(one: number, other: number): number {
  let [a, b] = [Math.abs(one), Math.abs(other)];
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

/** Steps from one time to the next and the largest length they are all made of; null where they are no whole numbers. */
function stepsOf(time: Float64Array): { steps: Float64Array; unit: number } | null {
  const steps = new Float64Array(Math.max(0, time.length - 1));
  let unit = 0;
  let stepBefore = 0;
  for (let i = 0; i < time.length; i++) {
    const value = time[i] ?? Number.NaN;
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) return null;
    if (i === 0) continue;
    const step = value - (time[i - 1] ?? 0);
    if (!Number.isSafeInteger(step)) return null;
    if (step !== stepBefore) unit = greatestDivisor(unit, step);
    stepBefore = step;
    steps[i - 1] = step;
  }
  return { steps, unit };
}

/** Times as steps from one bar to the next, as doubles where they are not whole. */
export function encodeTimes(writer: BitWriter, time: Float64Array, length: number): void {
  const times = time.subarray(0, length);
  const found = stepsOf(times);
  encodeNumber(writer, found ? STEPS : RAW);
  if (found === null) {
    encodeDoubles(writer, times);
    return;
  }
  const { steps, unit } = found;
  encodeNumbers(writer, times.subarray(0, 1), Math.min(1, length));
  encodeNumber(writer, unit);
  if (unit > 0) for (let i = 0; i < steps.length; i++) steps[i] = (steps[i] ?? 0) / unit;
  encodeNumbers(writer, steps, steps.length);
}

/** Reads times. */
export function decodeTimes(reader: BitReader, into: Float64Array): void {
  if (decodeNumber(reader) === RAW) {
    decodeDoubles(reader, into);
    return;
  }
  const { length } = into;
  const [first = 0] = decodeNumbers(reader, Math.min(1, length));
  const unit = decodeNumber(reader);
  const steps = decodeNumbers(reader, Math.max(0, length - 1));
  let time = first;
  for (let i = 0; i < length; i++) {
    if (i > 0) time += (steps[i - 1] ?? 0) * unit;
    into[i] = time;
  }
}
