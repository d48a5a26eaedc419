import type { PaneId } from '@moneytrail/chart';
import { useEffect, useState } from 'react';
import type { ChartController } from '../controller/chart-controller.ts';

/** Between a legend and what is drawn below it. */
const MARGIN_PX = 3;

/**
 * Tells the chart how much of a pane a legend covers, so that nothing is drawn under it; the ref goes to the legend,
 * which begins `abovePx` below the pane's upper edge.
 */
export function useHeadRoom(
  controller: ChartController,
  pane: PaneId,
  abovePx: number,
): (element: HTMLElement | null) => void {
  const [element, setElement] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      const heightPx = entry?.borderBoxSize[0]?.blockSize ?? 0;
      controller.engine.setHeadRoom(pane, abovePx + Math.ceil(heightPx) + MARGIN_PX);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      controller.engine.setHeadRoom(pane, MARGIN_PX);
    };
  }, [element, controller, pane, abovePx]);
  return setElement;
}
