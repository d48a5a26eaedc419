/** The allowed difference of two numbers relative to the expected one, or to a floor if that is larger. */
export type Tolerance = {
  readonly relative: number;
  readonly floor: number;
  /** For spreads: the estimator yields the square, and near zero its root magnifies rounding without bound. */
  readonly squared?: boolean;
};

const RELATIVE = 1e-9;

/** Bit by bit. */
export const IDENTICAL: Tolerance = { relative: 0, floor: 0 };
/** Levels are prices of bars and carry no rounding but that of their digits. */
export const EXACT: Tolerance = { relative: RELATIVE, floor: 0 };
export const TIGHTNESS: Tolerance = { relative: RELATIVE, floor: 0.001 };
export const DISTANCE: Tolerance = { relative: RELATIVE, floor: 0.01 };
export const FLOW: Tolerance = { relative: RELATIVE, floor: 1 };
export const LONG_SHORT: Tolerance = { relative: RELATIVE, floor: 0.1 };
export const VOLATILITY: Tolerance = { relative: RELATIVE, floor: 0.000_001 };
export const SPREAD: Tolerance = { relative: RELATIVE, floor: 100, squared: true };

/** For ranges, averages and places of marks, which are small compared with the price. */
export function ofPrice(price: number): Tolerance {
  return { relative: RELATIVE, floor: Math.abs(price) / 1_000_000 };
}

/** The tolerance of every study output. */
export const OUTPUT_TOLERANCES: Readonly<Record<string, Tolerance>> = {
  resistance: EXACT,
  support: EXACT,
  shortResistance: EXACT,
  shortSupport: EXACT,
  longResistance: EXACT,
  longSupport: EXACT,
  shortTerm: TIGHTNESS,
  longTerm: TIGHTNESS,
  distanceToShortTermMin: DISTANCE,
  distanceToLongTermMin: DISTANCE,
  spread: SPREAD,
  percentage: LONG_SHORT,
  deployment: FLOW,
};

/** NaN agrees only with NaN. */
export function agree(got: number, want: number, tolerance: Tolerance): boolean {
  if (Number.isNaN(want) || Number.isNaN(got)) return Number.isNaN(want) && Number.isNaN(got);
  const [a, b] = tolerance.squared ? [got * got, want * want] : [got, want];
  return Math.abs(a - b) <= tolerance.relative * Math.max(Math.abs(b), tolerance.floor);
}

/** The first few places where two series disagree, readable in a report; should be empty. */
export function disagreements(
  got: ArrayLike<number>,
  want: ArrayLike<number>,
  tolerance: Tolerance,
  from = 0,
): string[] {
  const found = got.length === want.length ? [] : [`${got.length} values for ${want.length}`];
  for (let index = from; index < want.length && found.length < 3; index += 1) {
    const a = got[index] ?? Number.NaN;
    const b = want[index] ?? Number.NaN;
    if (!agree(a, b, tolerance)) found.push(`${a} for ${b} at ${index}`);
  }
  return found;
}
