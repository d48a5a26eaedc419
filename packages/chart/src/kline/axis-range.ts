import type { AxisRange } from 'klinecharts';
import type { Extent } from '../axis/value-extent.ts';

/** How values become axis units, and axis units what is written: prices, logarithms, percent of a base. */
export type AxisUnits = {
  toUnits: (value: number) => number;
  fromUnits: (units: number) => number;
  /** Units as written on the axis. */
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

/** Percent of a base, which may be negative: up is up. */
export function percentUnits(base: number): AxisUnits {
  const size = Math.abs(base);
  return {
    toUnits: (value) => (100 * (value - base)) / size,
    fromUnits: (units) => base + (size * units) / 100,
    displayed: (units) => units,
  };
}

/** The library's range for an extent in axis units. */
export function axisRange({ low, high }: Extent, units: AxisUnits): AxisRange {
  const from = units.fromUnits(low);
  const to = units.fromUnits(high);
  const displayFrom = units.displayed(low);
  const displayTo = units.displayed(high);
  return {
    from,
    to,
    range: to - from,
    realFrom: low,
    realTo: high,
    realRange: high - low,
    displayFrom,
    displayTo,
    displayRange: displayTo - displayFrom,
  };
}
