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

/** The units of a value axis: prices, logarithms or percent of a base. */
export type AxisUnits = {
  toUnits: (value: number) => number;
  fromUnits: (units: number) => number;
  /** Units as the axis labels them. */
  displayed: (units: number) => number;
};

export const PLAIN_UNITS: AxisUnits = {
  toUnits: (value) => value,
  fromUnits: (units) => units,
  displayed: (units) => units,
};

export const LOG_UNITS: AxisUnits = {
  toUnits: Math.log10,
  fromUnits: (units) => 10 ** units,
  displayed: (units) => 10 ** units,
};

/** Percent of a base; with a negative base a higher price still has a higher percentage. */
export function percentUnits(base: number): AxisUnits {
  const size = Math.abs(base);
  return {
    toUnits: (value) => (100 * (value - base)) / size,
    fromUnits: (units) => base + (size * units) / 100,
    displayed: (units) => units,
  };
}
