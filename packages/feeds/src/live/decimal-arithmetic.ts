/** Decimal digits that a double represents reliably. */
const SAFE_DIGITS = 14;
const MAX_DECIMALS = 12;

/** The sum of two decimal numbers without binary rounding noise: 0.1 + 0.2 is 0.3. */
export function decimalSum(a: number, b: number): number {
  return decimalDifference(a, -b);
}

/** The difference of two decimal numbers without binary rounding noise: 281.54 − 13.84 is 267.7. */
export function decimalDifference(a: number, b: number): number {
  const digits = Math.ceil(Math.log10(Math.max(Math.abs(a), Math.abs(b), 1)));
  const decimals = Math.min(MAX_DECIMALS, Math.max(0, SAFE_DIGITS - digits));
  return Number((a - b).toFixed(decimals));
}
