const MAX_DECIMALS = 8;
/** Wholes of at least this size are not used: below it, scaling to and fro meets the same whole again. */
export const LARGEST_WHOLE = 2 ** 50;
/** Vendors print a few numbers like 106.45100000000001. */
const MAX_EXCEPTIONS = 0.05;

/** Ten to the powers that bars are scaled by. */
export const SCALES: readonly number[] = Array.from(
  { length: MAX_DECIMALS + 1 },
  (_, k) => 10 ** k,
);

/** The nearest whole number of 1/scale; 0 for what is too large for one or no number at all. */
export function wholeOf(value: number, scale: number): number {
  const whole = Math.round(value * scale);
  return Math.abs(whole) < LARGEST_WHOLE ? whole : 0;
}

function isWhole(value: number, scale: number): boolean {
  return wholeOf(value, scale) / scale === value && !Object.is(value, -0);
}

/** How many numbers are not whole at a scale; counting ends where there are more than allowed. */
function countExceptions(
  columns: readonly Float64Array[],
  length: number,
  scale: number,
  allowed: number,
): number {
  let count = 0;
  for (const column of columns) {
    for (let i = 0; i < length && count <= allowed; i++) {
      if (!isWhole(column[i] ?? Number.NaN, scale)) count++;
    }
  }
  return count;
}

/** The fewest decimals with which nearly all numbers of the columns are whole; null where eight are not enough. */
export function decimalsOf(
  columns: readonly Float64Array[],
  length: number,
): { decimals: number } | null {
  const allowed = Math.floor(length * columns.length * MAX_EXCEPTIONS);
  for (const [decimals, scale] of SCALES.entries()) {
    if (countExceptions(columns, length, scale, allowed) <= allowed) return { decimals };
  }
  return null;
}
