/**
 * The change from one price to another in percent of the former one's size, so that its sign is that of the change below
 * zero too, where spreads may trade. NaN from zero.
 */
export function changePercent(now: number, before: number): number {
  return before === 0 ? Number.NaN : (100 * (now - before)) / Math.abs(before);
}
