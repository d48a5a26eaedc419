/**
 * The change from one price to another in percent of the former one's size, so that its sign is that of the change below
 * zero too, where spreads may trade. NaN from zero.
 */
export function changePercent(now: number, before: number): number {
  return before === 0 ? Number.NaN : (100 * (now - before)) / Math.abs(before);
}

/**
 * A price, or a difference or mean of prices, rounded to a scale of 10 to the number of decimals, half away from zero:
 * 2.15 - 4 is -1.85 instead of -1.8500000000000001. Values that are not finite stay.
 */
export function roundToScale(value: number, scale: number): number {
  return Number.isFinite(value)
    ? (Math.sign(value) * Math.round(Math.abs(value) * scale)) / scale
    : value;
}
