import type { ChartEngine, ChartPoint } from '@moneytrail/chart';
import { type MouseEvent, useState } from 'react';
import type { ChartController } from '../controller/chart-controller.ts';

/** The part of the chart that a menu is for. */
export type MenuSubject =
  /** `point`: the bar and price there; null outside the prices. */
  | { kind: 'chart'; point: ChartPoint | null }
  /** `price`: the price at that height. */
  | { kind: 'axis'; price: number }
  | { kind: 'drawing'; id: string }
  | { kind: 'study'; key: string }
  | { kind: 'compared'; symbol: string };

/** The place of the open menu, px from the chart's top left corner. */
export type MenuPlace = { x: number; y: number; subject: MenuSubject };

type Pointed = Pick<ChartEngine, 'pointAt'> & { drawings: Pick<ChartEngine['drawings'], 'at'> };

/** The part of the canvas at a place, px from its top left corner. */
export function subjectOnCanvas(engine: Pointed, x: number, y: number): MenuSubject {
  const point = engine.pointAt(x, y);
  const id = point && engine.drawings.at(x, y);
  if (id) return { kind: 'drawing', id };
  // Beside a place that has a price stands the price axis.
  const beside = point === null ? engine.pointAt(0, y) : null;
  return beside ? { kind: 'axis', price: beside.price } : { kind: 'chart', point };
}

/** The row of a legend that an element belongs to, by the attributes of rows; null elsewhere. */
function subjectInLegend(target: Element): MenuSubject | null {
  const row = target.closest<HTMLElement>('[data-study], [data-compared]');
  const { study, compared } = row?.dataset ?? {};
  if (study) return { kind: 'study', key: study };
  return compared ? { kind: 'compared', symbol: compared } : null;
}

/** The menu of a right click on the chart or on a row of its legends; a long press belongs to the crosshair. */
export function useChartMenu(controller: ChartController | null) {
  const [place, setPlace] = useState<MenuPlace | null>(null);
  return {
    place,
    close: () => setPlace(null),
    onContextMenu(event: MouseEvent) {
      const { target, nativeEvent, currentTarget } = event;
      if (!(target instanceof Element)) return;
      const isOnCanvas = target.closest('[role="application"]') !== null;
      const row = isOnCanvas ? null : subjectInLegend(target);
      // Fields and buttons over the chart keep the browser's menu.
      if (!isOnCanvas && !row) return;
      event.preventDefault();
      if (nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch') return;
      const { left, top } = currentTarget.getBoundingClientRect();
      const [x, y] = [event.clientX - left, event.clientY - top];
      const engine = controller?.engine;
      const nothing: MenuSubject = { kind: 'chart', point: null };
      const subject = row ?? (engine ? subjectOnCanvas(engine, x, y) : nothing);
      if (subject.kind === 'drawing') engine?.drawings.select(subject.id);
      setPlace({ x, y, subject });
    },
  };
}

export type ChartMenuState = ReturnType<typeof useChartMenu>;
