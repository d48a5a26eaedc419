import type { PaneId } from '@moneytrail/chart';
import { useEffect, useState } from 'react';
import type { ChartController } from '../controller/chart-controller.ts';
import { headRooms } from '../controller/head-rooms.ts';

/** Between a legend and the bars below it. */
const MARGIN_PX = 3;

/**
 * Reserves the height of a legend at the top of its pane, so that nothing is drawn under it; the ref goes to the
 * legend, which begins `abovePx` below the pane's upper edge. The reserved height only grows while the legend has the
 * same `lines`: values of another length at the crosshair must not move the bars.
 */
export function useHeadRoom(
  controller: ChartController,
  pane: PaneId,
  { abovePx, lines }: { abovePx: number; lines: string },
): (element: HTMLElement | null) => void {
  const [element, setElement] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!element) return;
    const measuredWith = `${element.parentElement?.clientWidth} ${abovePx} ${lines}`;
    // Starts from the last height: text that comes later, such as the age of the price, may need another row.
    let roomPx = headRooms.keptPx(pane, measuredWith);
    const observer = new ResizeObserver(([entry]) => {
      const heightPx = Math.ceil(entry?.borderBoxSize[0]?.blockSize ?? 0);
      roomPx = Math.max(roomPx, abovePx + heightPx + MARGIN_PX);
      controller.engine.setHeadRoom(pane, roomPx);
      headRooms.keep(pane, { px: roomPx, measuredWith });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      controller.engine.setHeadRoom(pane, MARGIN_PX);
    };
  }, [element, controller, pane, abovePx, lines]);
  return setElement;
}
