const MOST_BARS_ON_A_PHONE = 20_000;

/** With so many bars of an instrument no older ones are loaded. */
export function mostBars(): number {
  return matchMedia('(pointer: coarse)').matches ? MOST_BARS_ON_A_PHONE : Number.POSITIVE_INFINITY;
}
