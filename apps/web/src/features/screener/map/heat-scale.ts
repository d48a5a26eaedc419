/** Steps on either side of the middle. */
const STEPS = 3;
/** Values beyond this share of the others have the outermost colour, so that one outlier does not pale all others. */
const INNER_SHARE = 0.9;

export type HeatScale = {
  middle: number;
  /** The distance from the middle at which the outermost colour begins. */
  reach: number;
};

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);

function quantile(values: readonly number[], share: number): number {
  const place = Math.min(values.length - 1, Math.floor(share * values.length));
  return sorted(values)[place] ?? 0;
}

/** The scale of some values around a middle; null for their median. Null without a value that differs from the middle. */
export function heatScale(values: readonly number[], middle: number | null): HeatScale | null {
  if (values.length === 0) return null;
  const centre = middle ?? quantile(values, 0.5);
  const distances = values.map((value) => Math.abs(value - centre));
  const reach = quantile(distances, INNER_SHARE) || Math.max(...distances);
  return reach > 0 ? { middle: centre, reach } : null;
}

/** The colour of a value: −3 to 3, 0 in the middle. */
export function heatStep(value: number, { middle, reach }: HeatScale): number {
  const share = (value - middle) / reach;
  // The outermost colour begins at the reach, and the middle one is as wide as the others.
  const step = Math.min(STEPS, Math.round(Math.abs(share) * (STEPS - 0.5)));
  return step === 0 ? 0 : Math.sign(share) * step;
}

/** The steps of the legend, lowest first: the outermost ones with the value where they begin, the others with their middle. */
export function heatLegend({ middle, reach }: HeatScale): { step: number; value: number }[] {
  return Array.from({ length: 2 * STEPS + 1 }, (_, index) => {
    const step = index - STEPS;
    const share = Math.abs(step) === STEPS ? Math.sign(step) : step / (STEPS - 0.5);
    return { step, value: middle + share * reach };
  });
}
