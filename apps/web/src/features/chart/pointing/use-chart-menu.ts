import type { ChartPoint } from '@moneytrail/chart';
import { type MouseEvent, useState } from 'react';
import type { ChartController } from '../controller/chart-controller.ts';

/** The place of the open menu, px from the chart's top left corner. */
export type MenuPlace = {
  x: number;
  y: number;
  point: ChartPoint | null;
  drawingId: string | null;
};

/** The menu of a right click, which also selects the drawing there; a long press belongs to the crosshair. */
export function useChartMenu(controller: ChartController | null) {
  const [place, setPlace] = useState<MenuPlace | null>(null);
  return {
    place,
    close: () => setPlace(null),
    onContextMenu(event: MouseEvent) {
      event.preventDefault();
      const { nativeEvent } = event;
      if (nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch') return;
      const { left, top } = event.currentTarget.getBoundingClientRect();
      const [x, y] = [event.clientX - left, event.clientY - top];
      const drawings = controller?.engine.drawings;
      const drawingId = drawings?.at(x, y) ?? null;
      if (drawingId !== null) drawings?.select(drawingId);
      setPlace({ x, y, point: controller?.engine.pointAt(x, y) ?? null, drawingId });
    },
  };
}

export type ChartMenuState = ReturnType<typeof useChartMenu>;
