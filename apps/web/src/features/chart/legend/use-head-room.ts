import type { PaneId } from '@moneytrail/chart';
import { useEffect, useState } from 'react';
import type { ChartController } from '../controller/chart-controller.ts';

/** Between a legend and what is drawn below it. */
const MARGIN_PX = 3;

/**
 * Tells the chart how much of a pane a legend covers, so that nothing is drawn under it; the ref goes to the legend,
 * which begins `abovePx` below the pane's upper edge. What it has taken once it keeps while its lines are the same: values
 * of other lengths at the crosshair shall not move the bars.
 */
export function useHeadRoom(
  controller: ChartController,
  pane: PaneId,
  { abovePx, lines }: { abovePx: number; lines: string },
): (element: HTMLElement | null) => void {
  const [element, setElement] = useState<HTMLElement | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines are measured anew.
  useEffect(() => {
    if (!element) return;
    // Not less than before: words that come later, as how old the newest price is, may take another row.
    let roomPx = 0;
    const observer = new ResizeObserver(([entry]) => {
      const heightPx = Math.ceil(entry?.borderBoxSize[0]?.blockSize ?? 0);
      roomPx = Math.max(roomPx, abovePx + heightPx + MARGIN_PX);
      controller.engine.setHeadRoom(pane, roomPx);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      controller.engine.setHeadRoom(pane, MARGIN_PX);
    };
  }, [element, controller, pane, abovePx, lines]);
  return setElement;
}
