import type { PageChart } from './page-chart.ts';

/** A chart that was drawn before the page around it is there. */
type FirstChart = PageChart & {
  /** Takes away what stood around the chart until now. */
  leaveFrame: () => void;
};

let first: FirstChart | null = null;
let isOver = false;

/** The way of the first chart from where it is drawn at the start to the page that goes on with it. */
export const firstChart = {
  /** Whether the page has a chart of its own by now, or shows something else: no first one is wanted any more. */
  isOver: () => isOver,
  offer(chart: FirstChart): void {
    first = chart;
  },
  /** Gives the chart to the page, once; null where there is none. */
  take(): PageChart | null {
    isOver = true;
    const taken = first;
    first = null;
    taken?.leaveFrame();
    return taken;
  },
  /** Ends the chart where the page shows something else. */
  drop(): void {
    isOver = true;
    if (!first) return;
    first.leaveFrame();
    first.controller.dispose();
    first = null;
  },
};
