import type { Chart } from 'klinecharts';

/** Indexes of the bars in view, `to` exclusive; both 0 without bars. */
export type VisibleBars = { from: number; to: number };

/** The library's own `from` leaves the room at the right edge out of account; its `realFrom` does not. */
export function visibleBars(chart: Chart): VisibleBars {
  const { realFrom, to } = chart.getVisibleRange();
  const end = Math.min(to, chart.getDataList().length);
  return { from: Math.min(end, Math.max(0, realFrom)), to: end };
}
