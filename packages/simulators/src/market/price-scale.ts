/**
 * The grid an instrument's prices and volumes lie on. Inside the market everything is counted in whole units,
 * so that sums and extremes are exact; numbers with decimals appear only in answers.
 */
export type PriceScale = {
  decimals: number;
  /** Smallest move, counted in the last decimal: 20 with 2 decimals is 0.20. */
  step: number;
  volumeDecimals: number;
};

/** A price as a whole number of smallest moves. */
export function priceToUnits(scale: PriceScale, price: number): number {
  return Math.round((price * 10 ** scale.decimals) / scale.step);
}

/** The double nearest to the decimal price. */
export function priceOfUnits(scale: PriceScale, units: number): number {
  return (units * scale.step) / 10 ** scale.decimals;
}

/** The double nearest to the decimal volume. */
export function volumeOfUnits(scale: PriceScale, units: number): number {
  return units / 10 ** scale.volumeDecimals;
}
