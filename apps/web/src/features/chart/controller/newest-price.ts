import type { ChartBar, LegendValues } from '@moneytrail/chart';

/** The newest price, and the close of the bar before its own; null where that is not loaded. */
export type NewestPrice = { barMs: number; price: number; before: number | null };

/** What the chart has drawn of its last bar; what it shows of another one leaves the newest price as it was. */
export function newestOf(
  known: NewestPrice | null,
  { bar, previousClose, isAtCrosshair }: LegendValues,
): NewestPrice | null {
  if (!bar) return null;
  if (isAtCrosshair) return known;
  return { barMs: bar.time, price: bar.close, before: previousClose };
}

/** Follows a bar of the stream, drawn or not: a tab that is hidden draws none. Corrections of older bars change nothing. */
export function followNewest(known: NewestPrice | null, bar: ChartBar): NewestPrice | null {
  if (!known || bar.time < known.barMs) return known;
  const before = bar.time === known.barMs ? known.before : known.price;
  return { barMs: bar.time, price: bar.close, before };
}
