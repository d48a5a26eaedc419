import type { PaneId } from '@moneytrail/chart';
import { useEffect, useState } from 'react';
import type { ChartSession } from '../session/chart-session.ts';

/** Between a pane's upper edge and its legend, and below that. */
const MARGIN_PX = 3;

/** Tells the chart how much of a pane a legend covers, so that nothing is drawn under it; the ref goes to the legend. */
export function useHeadRoom(
  session: ChartSession,
  pane: PaneId,
): (element: HTMLElement | null) => void {
  const [element, setElement] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      const heightPx = entry?.borderBoxSize[0]?.blockSize ?? 0;
      session.engine.setHeadRoom(pane, Math.ceil(heightPx) + 2 * MARGIN_PX);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      session.engine.setHeadRoom(pane, MARGIN_PX);
    };
  }, [element, session, pane]);
  return setElement;
}
