/** How far a bar went. */
export type Extremes = { high: number; low: number };

/** Two records of one market differ by roundings, fees and the trades each has seen: by this part of the range, */
const RANGE_TOLERANCE = 0.1;
/** or this part of the price. */
const PRICE_TOLERANCE = 0.001;

/** Whether another record of the same time went as far as a bar, up and down, within a tenth of the bar's range. */
export function reaches(witness: Extremes, { high, low }: Extremes): boolean {
  const price = Math.max(Math.abs(high), Math.abs(low));
  const tolerance = Math.max(RANGE_TOLERANCE * (high - low), PRICE_TOLERANCE * price);
  return witness.high >= high - tolerance && witness.low <= low + tolerance;
}
