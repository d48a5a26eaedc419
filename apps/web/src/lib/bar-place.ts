import { isDateResolution, type Resolution } from '@moneytrail/calendar';

/** A bar as the address of the chart names it: its date from a day up, else its moment. */
export function barPlace(timeMs: number, resolution: Resolution): string {
  const text = new Date(timeMs).toISOString();
  return isDateResolution(resolution) ? text.slice(0, 10) : `${text.slice(0, 16)}Z`;
}
