import type { BitReader } from '../bits/bit-reader.ts';
import type { BitWriter } from '../bits/bit-writer.ts';
import { decodeNumber, decodeNumbers, encodeNumber, encodeNumbers } from '../bits/number-column.ts';
import { SCALES, wholeOf } from '../decimal-scale.ts';
import { NO_DECIMALS, readDecimals, writeDecimals } from './decimals.ts';
import { decodeDoubles, encodeDoubles } from './double-column.ts';
import { type Wholes, wholesOf } from './wholes.ts';

/** Ascending places, as steps from each to the next. */
function encodePlaces(writer: BitWriter, places: readonly number[]): void {
  encodeNumber(writer, places.length);
  const steps = new Float64Array(places.length);
  let before = 0;
  for (const [i, place] of places.entries()) {
    steps[i] = place - before;
    before = place;
  }
  encodeNumbers(writer, steps, steps.length);
}

/** Places below a number. */
function decodePlaces(reader: BitReader, below: number): number[] {
  const count = decodeNumber(reader);
  if (count > below) throw new RangeError('there are more odd numbers than numbers');
  const places: number[] = [];
  let place = 0;
  for (const step of decodeNumbers(reader, count)) {
    place += step;
    if (!(place >= 0 && place < below)) throw new RangeError('a number has no place');
    places.push(place);
  }
  return places;
}

/** The numbers in some places of columns that stand one behind the other. */
function pick(
  columns: readonly Float64Array[],
  length: number,
  places: readonly number[],
): Float64Array {
  const picked = new Float64Array(places.length);
  for (const [i, place] of places.entries())
    picked[i] = columns[Math.floor(place / length)]?.[place % length] ?? Number.NaN;
  return picked;
}

/**
 * Writes the numbers of columns that are not whole at the columns' scale: their places, and what they differ from the
 * nearest whole at a finer scale. Those that are no decimals at all, as vendors' 106.45100000000001, are written as
 * they are.
 */
export function encodeOdd(
  writer: BitWriter,
  source: readonly Float64Array[],
  length: number,
  { decimals, odd }: Wholes,
): void {
  encodePlaces(writer, odd);
  if (odd.length === 0) return;
  const values = pick(source, length, odd);
  const finer = wholesOf([values], odd.length, decimals + 1);
  writeDecimals(writer, finer?.decimals ?? NO_DECIMALS);
  if (finer === null) {
    encodeDoubles(writer, values);
    return;
  }
  const factor = SCALES[finer.decimals - decimals] ?? 1;
  const [rests = values] = finer.columns;
  const scale = SCALES[decimals] ?? 1;
  for (let i = 0; i < rests.length; i++)
    rests[i] = (rests[i] ?? 0) - wholeOf(values[i] ?? 0, scale) * factor;
  for (const place of finer.odd) rests[place] = 0;
  encodeNumbers(writer, rests, rests.length);
  encodePlaces(writer, finer.odd);
  encodeDoubles(writer, pick([values], values.length, finer.odd));
}

function readOddValues(reader: BitReader, nearest: Float64Array, decimals: number): Float64Array {
  const values = new Float64Array(nearest.length);
  const finer = readDecimals(reader);
  if (finer === NO_DECIMALS) {
    decodeDoubles(reader, values);
    return values;
  }
  const factor = SCALES[finer - decimals];
  const scale = SCALES[finer];
  if (factor === undefined || scale === undefined) throw new RangeError('a scale is unknown');
  const rests = decodeNumbers(reader, values.length);
  for (let i = 0; i < values.length; i++) {
    const whole = wholeOf(nearest[i] ?? 0, SCALES[decimals] ?? 1);
    values[i] = (whole * factor + (rests[i] ?? 0)) / scale;
  }
  const places = decodePlaces(reader, values.length);
  const doubles = new Float64Array(places.length);
  decodeDoubles(reader, doubles);
  for (const [i, place] of places.entries()) values[place] = doubles[i] ?? Number.NaN;
  return values;
}

/** Puts the odd numbers of columns in the places where their nearest wholes stand. */
export function applyOdd(
  reader: BitReader,
  into: readonly Float64Array[],
  length: number,
  decimals: number,
): void {
  const places = decodePlaces(reader, into.length * length);
  if (places.length === 0) return;
  const values = readOddValues(reader, pick(into, length, places), decimals);
  for (const [i, place] of places.entries()) {
    const column = into[Math.floor(place / length)];
    if (column) column[place % length] = values[i] ?? Number.NaN;
  }
}
