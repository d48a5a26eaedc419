/** Converts a value to pixels from the top of its pane, not rounded. */
export type ToY = (value: number) => number;

/** A drawn value axis: its span in axis units (logarithms on a logarithmic axis) and its height. */
export type ScaleSpan = { from: number; span: number; heightPx: number; isLog: boolean };

/** Converts values to pixels, fast enough for loops over many bars. */
export function createToY({ from, span, heightPx, isLog }: ScaleSpan): ToY {
  const slope = -heightPx / span;
  const base = heightPx - from * slope;
  if (isLog) return (value) => base + Math.log10(value) * slope;
  return (value) => base + value * slope;
}

/** The inverse of `createToY`. */
export function createFromY({ from, span, heightPx, isLog }: ScaleSpan): (y: number) => number {
  const units = (y: number) => from + (1 - y / heightPx) * span;
  return isLog ? (y) => 10 ** units(y) : units;
}

/** Heights on a value axis are linear in its units: values, or their decimal logarithms. */
export type AxisUnits = {
  isLog: boolean;
  toUnits: (value: number) => number;
  fromUnits: (units: number) => number;
};

export const PLAIN_UNITS: AxisUnits = {
  isLog: false,
  toUnits: (value) => value,
  fromUnits: (units) => units,
};

export const LOG_UNITS: AxisUnits = {
  isLog: true,
  toUnits: Math.log10,
  fromUnits: (units) => 10 ** units,
};

/** Prices as percent of a base. Heights stay linear in prices; only labels are percentages. */
export type PercentScale = {
  toPercent: (price: number) => number;
  toPrice: (percent: number) => number;
};

/** Percent of a base other than zero; with a negative base a higher price still has a higher percentage. */
export function percentScale(base: number): PercentScale {
  const size = Math.abs(base);
  return {
    toPercent: (price) => (100 * (price - base)) / size,
    toPrice: (percent) => base + (size * percent) / 100,
  };
}
