import type { ChartBar, LegendValues } from '@moneytrail/chart';

export type NewestPrice = { barMs: number; price: number };

/** The price of the last drawn bar; a legend of another bar changes nothing. */
export function newestOf(
  known: NewestPrice | null,
  { bar, isAtCrosshair }: LegendValues,
): NewestPrice | null {
  if (!bar) return null;
  if (isAtCrosshair) return known;
  return { barMs: bar.time, price: bar.close };
}

/** The price after a streamed bar: a hidden tab draws none. Corrections of older bars change nothing. */
export function followNewest(known: NewestPrice | null, bar: ChartBar): NewestPrice | null {
  if (!known || bar.time < known.barMs) return known;
  return { barMs: bar.time, price: bar.close };
}
