import type { Resolution } from '@moneytrail/calendar';

/** The intervals of the toolbar, the most important first; the others are in the menu beside them. */
const DIRECT: readonly Resolution[] = ['1D', '60', '15', '240', '1W', '5', '1'];

/**
 * The intervals shown as buttons if `roomFor` of them fit, finest first; always includes the chosen one if it is a
 * toolbar interval.
 */
export function fittingIntervals(
  offered: readonly Resolution[],
  chosen: Resolution,
  roomFor: number,
): Resolution[] {
  const wanted = DIRECT.filter((one) => offered.includes(one));
  const first = wanted.includes(chosen) ? [chosen] : [];
  const others = wanted.filter((one) => one !== chosen);
  const shown = [...first, ...others.slice(0, Math.max(roomFor - first.length, 0))];
  return offered.filter((one) => shown.includes(one));
}
