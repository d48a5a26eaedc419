import type { Chart } from 'klinecharts';
import { type AxisUnits, PLAIN_UNITS } from '../axis/value-scale.ts';

/** Units of a library axis's range, and the texts of its values. The library itself knows plain numbers only. */
export type DrawnAxis = { units: AxisUnits; text: (value: number) => string };

const axes = new WeakMap<object, DrawnAxis>();
const UNKNOWN_AXIS: DrawnAxis = { units: PLAIN_UNITS, text: String };

export function drawnAxis(axis: object): DrawnAxis {
  return axes.get(axis) ?? UNKNOWN_AXIS;
}

/** The axis of a pane; plain values before it is set. */
export function drawnAxisOf(chart: Chart, paneId: string): DrawnAxis {
  const [axis] = chart.getYAxes({ paneId });
  return axis ? drawnAxis(axis) : UNKNOWN_AXIS;
}

export function setDrawnAxis(chart: Chart, paneId: string, drawn: DrawnAxis): void {
  for (const axis of chart.getYAxes({ paneId })) axes.set(axis, drawn);
}
