import { LARGEST_WHOLE, SCALES } from '../decimal-scale.ts';

/** Up to this part of the numbers may be odd: telling them apart costs less than one decimal more for all. */
const MOST_ODD = 0.25;

/**
 * Columns as whole numbers of a decimal place, the nearest ones. `odd` are the places, counted through one column
 * after the other, of numbers that dividing does not bring back bit by bit; what is no number at all stands as 0.
 */
export type Wholes = { decimals: number; columns: Float64Array[]; odd: number[] };

/** Numbers of each column that are tried before all of them: most scales fail there. */
const TRIED = 32;

type Odd = { places: number[]; first: number; allowed: number };

/** Rounds every `stride`-th number, as far as no more than allowed are odd, whose places it adds. */
function roundColumn(
  column: Float64Array,
  wholes: Float64Array,
  { scale, stride }: { scale: number; stride: number },
  { places, first, allowed }: Odd,
): void {
  for (let i = 0; i < wholes.length; i += stride) {
    const value = column[i] ?? Number.NaN;
    // Adding 0 leaves no −0 behind.
    const whole = Math.round(value * scale) + 0;
    const isNear = Math.abs(whole) < LARGEST_WHOLE;
    wholes[i] = isNear ? whole : 0;
    if (isNear && whole / scale === value && (whole !== 0 || !Object.is(value, -0))) continue;
    places.push(first + i);
    if (places.length > allowed) return;
  }
}

/** The places of odd numbers among every `stride`-th of all; one more than allowed at most. */
function roundAll(
  columns: readonly Float64Array[],
  rounded: readonly Float64Array[],
  grid: { scale: number; stride: number },
): number[] | null {
  const places: number[] = [];
  let count = 0;
  for (const { length } of rounded) count += Math.ceil(length / grid.stride);
  const allowed = Math.floor(count * MOST_ODD);
  for (const [index, column] of columns.entries()) {
    const wholes = rounded[index];
    if (!wholes) continue;
    roundColumn(column, wholes, grid, { places, first: index * wholes.length, allowed });
    if (places.length > allowed) return null;
  }
  return places;
}

/** The columns at the fewest decimals, from a number of them up, with which few numbers are odd; null where none will do. */
export function wholesOf(
  columns: readonly Float64Array[],
  length: number,
  fewestDecimals = 0,
): Wholes | null {
  const rounded = columns.map(() => new Float64Array(length));
  const stride = Math.max(1, Math.floor(length / TRIED));
  for (let decimals = fewestDecimals; decimals < SCALES.length; decimals++) {
    const scale = SCALES[decimals] ?? 1;
    if (stride > 1 && roundAll(columns, rounded, { scale, stride }) === null) continue;
    const odd = roundAll(columns, rounded, { scale, stride: 1 });
    if (odd !== null) return { decimals, columns: rounded, odd };
  }
  return null;
}
