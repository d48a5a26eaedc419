import { isDateResolution, type Resolution } from '@moneytrail/calendar';

/** The place of a bar in the address of a chart: its date from a day up, else its moment. */
export function barAddress(barTime: number, resolution: Resolution): string {
  const iso = new Date(barTime).toISOString();
  return isDateResolution(resolution) ? iso.slice(0, 10) : `${iso.slice(0, 16)}Z`;
}
