import type { PageChart } from './page-chart.ts';

type FirstChart = { chart: PageChart; frame: HTMLElement };

let first: FirstChart | null = null;
let isOver = false;

/** The chart that is drawn before the application; the application takes it over. */
export const firstChart = {
  /** The application shows a chart of its own or another screen, or the session ended. */
  isOver: () => isOver,
  offer(offered: FirstChart): void {
    first = offered;
  },
  /** Hands the chart over, once, and removes its frame; null where there is none. */
  take(): PageChart | null {
    isOver = true;
    const taken = first;
    first = null;
    taken?.frame.remove();
    return taken?.chart ?? null;
  },
  /** Removes the chart where the application shows another screen, or cannot be loaded. */
  drop(): void {
    firstChart.take()?.controller.dispose();
  },
};
