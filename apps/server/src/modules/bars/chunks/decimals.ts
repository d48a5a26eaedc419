import type { PlaneReader, PlaneWriter } from './byte-planes.ts';

const MOST_DECIMALS = 8;
/** Bound of scaled whole numbers: below it, scaling there and back is exact. */
const LARGEST_WHOLE = 2 ** 50;
/** Up to this part of the numbers may be exceptions: storing them apart costs less than one more decimal for all. */
const MOST_ODD = 0.25;
/** Vendors print a few numbers like 106.45100000000001. */
const MOST_MISPRINTED = 0.05;
/** Sample of each column that is tried before the rest: most scales fail on it. */
const TRIED = 32;

/** Powers of ten by which bars are scaled. */
export const SCALES: readonly number[] = Array.from(
  { length: MOST_DECIMALS + 1 },
  (_, k) => 10 ** k,
);

const scaleOf = (decimals: number): number => {
  const scale = SCALES[decimals];
  if (scale === undefined) throw new RangeError(`the scale ${decimals} is unknown`);
  return scale;
};

/** The nearest multiple of 1/scale, as a whole number; 0 for NaN and for numbers that are too large. */
function wholeOf(value: number, scale: number): number {
  const whole = Math.round(value * scale);
  return Math.abs(whole) < LARGEST_WHOLE ? whole + 0 : 0;
}

/** Numbers that are not whole at their columns' scale, by position, counted through the columns one after another. */
type Odd = { places: number[]; values: number[]; wholes: number[] };
type Rounded = { wholes: Float64Array[]; odd: Odd };

/** Rounds every `stride`-th number; null if too many are exceptions. NaN always is one and does not count. */
function roundAt(
  columns: readonly Float64Array[],
  scale: number,
  part: number,
  stride: number,
): Rounded | null {
  const odd: Odd = { places: [], values: [], wholes: [] };
  let absent = 0;
  let first = 0;
  const wholes: Float64Array[] = [];
  const allowed = columns.reduce((sum, { length }) => sum + Math.ceil(length / stride), 0) * part;
  for (const column of columns) {
    const rounded = new Float64Array(column.length);
    for (let i = 0; i < column.length; i += stride) {
      const value = column[i] ?? Number.NaN;
      const whole = wholeOf(value, scale);
      rounded[i] = whole;
      if (whole / scale === value && (whole !== 0 || !Object.is(value, -0))) continue;
      if (Number.isNaN(value)) absent++;
      else if (odd.places.length - absent > allowed) return null;
      odd.places.push(first + i);
      odd.values.push(value);
      odd.wholes.push(whole);
    }
    first += column.length;
    wholes.push(rounded);
  }
  return odd.places.length - absent <= allowed ? { wholes, odd } : null;
}

/** The fewest decimals, at least `fewest`, with which nearly all numbers are whole; else eight. */
function roundAll(
  columns: readonly Float64Array[],
  part: number,
  fewest = 0,
): Rounded & { decimals: number; isFound: boolean } {
  const stride = Math.max(1, Math.floor((columns[0]?.length ?? 0) / TRIED));
  for (let decimals = fewest; decimals <= MOST_DECIMALS; decimals++) {
    const scale = scaleOf(decimals);
    if (stride > 1 && roundAt(columns, scale, part, stride) === null) continue;
    const rounded = roundAt(columns, scale, part, 1);
    if (rounded) return { ...rounded, decimals, isFound: true };
  }
  const rounded = roundAt(columns, scaleOf(MOST_DECIMALS), 1, 1);
  if (!rounded) throw new Error('all numbers may be odd');
  return { ...rounded, decimals: MOST_DECIMALS, isFound: false };
}

/** The decimals that nearly all numbers of a column have; null if more than eight. */
export function decimalsOf(column: Float64Array): number | null {
  const { decimals, isFound } = roundAll([column], MOST_MISPRINTED);
  return isFound ? decimals : null;
}

/** Turns whole numbers into smaller ones, in place. */
type Change = (wholes: readonly Float64Array[]) => void;

/** The bits of doubles as 32-bit words, low word first. */
function wordsOf(doubles: Float64Array): Uint32Array {
  return new Uint32Array(doubles.buffer, doubles.byteOffset, doubles.length * 2);
}

/** Replaces ascending positions by their differences. */
function stepsOf(places: readonly number[]): Float64Array {
  return Float64Array.from(places, (place, i) => place - (places[i - 1] ?? 0));
}

/** Writes exceptions at a finer scale, and their bitwise differences from it, which are nearly all zero. */
function encodeOdd(writer: PlaneWriter, { places, values, wholes }: Odd, decimals: number): void {
  writer.number(places.length);
  if (places.length === 0) return;
  const { decimals: finer } = roundAll([Float64Array.from(values)], MOST_ODD, decimals);
  const scale = scaleOf(finer);
  const factor = scaleOf(finer - decimals);
  const rests = new Float64Array(values.length);
  const near = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const whole = wholes[i] ?? 0;
    const rest = wholeOf(values[i] ?? 0, scale) - whole * factor;
    rests[i] = Math.abs(rest) < LARGEST_WHOLE ? rest : 0;
    near[i] = (whole * factor + (rests[i] ?? 0)) / scale;
  }
  const [words, nearWords] = [wordsOf(Float64Array.from(values)), wordsOf(near)];
  const differing = (half: number) =>
    near.map((_, i) => {
      const at = 2 * i + half;
      return ((words[at] ?? 0) ^ (nearWords[at] ?? 0)) >>> 0;
    });
  writer.number(finer);
  for (const column of [stepsOf(places), rests, differing(0), differing(1)]) writer.column(column);
}

function decodeOdd(
  reader: PlaneReader,
  into: readonly Float64Array[],
  wholes: readonly Float64Array[],
  decimals: number,
): void {
  const count = reader.number();
  if (count === 0) return;
  const length = into[0]?.length ?? 0;
  if (count > length * into.length) throw new RangeError('there are more odd numbers than numbers');
  const finer = reader.number();
  const scale = scaleOf(finer);
  const factor = scaleOf(finer - decimals);
  const [steps, rests, low, high] = [0, 1, 2, 3].map(() => reader.column(count));
  const value = new Float64Array(1);
  const words = wordsOf(value);
  let place = 0;
  for (let i = 0; i < count; i++) {
    place += steps?.[i] ?? 0;
    const index = Math.floor(place / length);
    const column = into[index];
    if (!column) throw new RangeError('a number has no place');
    const whole = wholes[index]?.[place % length] ?? 0;
    value[0] = (whole * factor + (rests?.[i] ?? 0)) / scale;
    words[0] = (words[0] ?? 0) ^ (low?.[i] ?? 0);
    words[1] = (words[1] ?? 0) ^ (high?.[i] ?? 0);
    column[place % length] = value[0] ?? Number.NaN;
  }
}

/** Writes columns of one length as small whole numbers at their usual decimals; exact for every double. */
export function encodeDecimals(
  writer: PlaneWriter,
  columns: readonly Float64Array[],
  makeSmall: Change = () => undefined,
): void {
  const { decimals, wholes, odd } = roundAll(columns, MOST_ODD);
  makeSmall(wholes);
  writer.number(decimals);
  for (const column of wholes) writer.column(column);
  encodeOdd(writer, odd, decimals);
}

/** Fills columns of one length from the output of `encodeDecimals`; throws a RangeError for anything else. */
export function decodeDecimals(
  reader: PlaneReader,
  into: readonly Float64Array[],
  makeWhole: Change = () => undefined,
): void {
  const decimals = reader.number();
  const scale = scaleOf(decimals);
  const wholes = into.map(({ length }) => reader.column(length));
  makeWhole(wholes);
  for (const [index, column] of into.entries()) {
    const whole = wholes[index] ?? column;
    for (let i = 0; i < column.length; i++) column[i] = (whole[i] ?? 0) / scale;
  }
  decodeOdd(reader, into, wholes, decimals);
}
