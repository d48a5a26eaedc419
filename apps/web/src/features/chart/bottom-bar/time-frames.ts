import type { Resolution } from '@moneytrail/calendar';
import { DAY_MS } from '@moneytrail/calendar';

/** A span of time and the interval it is shown in. */
export type TimeFrame = { label: string; name: string; resolution: Resolution; spanMs: number };

/** The spans under the chart, the longest first. */
const TIME_FRAMES: readonly TimeFrame[] = [
  { label: '5y', name: '5 years', resolution: '1W', spanMs: 1_826 * DAY_MS },
  { label: '1y', name: '1 year', resolution: '1W', spanMs: 365 * DAY_MS },
  { label: '6m', name: '6 months', resolution: '120', spanMs: 183 * DAY_MS },
  { label: '3m', name: '3 months', resolution: '60', spanMs: 92 * DAY_MS },
  { label: '1m', name: '1 month', resolution: '30', spanMs: 31 * DAY_MS },
  { label: '5d', name: '5 days', resolution: '5', spanMs: 5 * DAY_MS },
  { label: '1d', name: '1 day', resolution: '1', spanMs: DAY_MS },
];

/** Those whose interval the instrument offers. */
export function offeredTimeFrames(offered: readonly Resolution[]): TimeFrame[] {
  return TIME_FRAMES.filter(({ resolution }) => offered.includes(resolution));
}
