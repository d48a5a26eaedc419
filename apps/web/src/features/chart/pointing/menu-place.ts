import type { ChartEngine, ChartPoint } from '@moneytrail/chart';
import type { MouseEvent } from 'react';

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

/** The place of a right click inside an element; null for a long press, which belongs to the crosshair. */
export function pressedPlace({ nativeEvent, currentTarget, clientX, clientY }: MouseEvent) {
  if (nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch') return null;
  const { left, top } = currentTarget.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}
