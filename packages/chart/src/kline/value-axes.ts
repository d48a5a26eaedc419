import type { ValueFormat } from '@moneytrail/indicators';
import { type AxisRange, type AxisTick, type Chart, registerYAxis } from 'klinecharts';
import { formatValue } from '../axis/format-value.ts';
import type { Extent } from '../axis/value-extent.ts';
import { createToY } from '../axis/value-scale.ts';
import { type TickedAxis, valueTicks } from '../axis/value-ticks.ts';
import type { PriceScale } from '../chart-look.ts';
import { type AxisUnits, axisRange } from './axis-range.ts';
import { guarded } from './painter.ts';

/** The library's own gaps shrink with the pane; margins are part of our ranges. */
const NO_GAP = { top: 0, bottom: 0 };
const FORMATS = ['percent', 'signedPercent', 'basisPoints', 'signedInteger'] as const;
const SCALE_NAMES: Record<PriceScale, string> = {
  normal: 'normal',
  log: 'logarithm',
  percent: 'percentage',
};
let isRegistered = false;

/** Makes the axes of the studies known to the library, once a page: the same as its own but for the texts. */
export function registerValueAxes(): void {
  if (isRegistered) return;
  isRegistered = true;
  for (const format of FORMATS) {
    registerYAxis({
      name: studyAxisName(format),
      displayValueToText: (value) => formatValue(format, value, 0),
    });
  }
}

/** The library's name of the price axis in a scale. */
export function priceAxisName(scale: PriceScale): string {
  return SCALE_NAMES[scale];
}

/** The library's name of an axis that writes values in a format. */
export function studyAxisName(format: ValueFormat): string {
  return `moneytrail-${format}`;
}

/** How the labels of a value axis are chosen and written, in displayed values. */
export type AxisLabels = {
  isLog: boolean;
  /** What values count in by now, where that changes: the library keeps the range that an axis was dragged to. */
  units: () => AxisUnits | null;
  text: (value: number) => string;
  minGapPx: number;
  minStep: () => number;
};

/** What a value axis shows; every function is called for each picture. */
export type ValueAxis = AxisLabels & {
  name: string;
  /** Values in units of the axis, margins included; null while there is nothing to show. */
  range: () => { extent: Extent; units: AxisUnits } | null;
  /** Numbers on a made-up range would mean nothing: without bars there are none. */
  hasTicks: () => boolean;
};

/** An axis of the library in displayed values, as its labels are written. */
export function tickedAxis(labels: AxisLabels, range: AxisRange, heightPx: number): TickedAxis {
  const { isLog, minGapPx } = labels;
  const units = labels.units();
  const present = units
    ? axisRange({ low: units.toUnits(range.from), high: units.toUnits(range.to) }, units)
    : range;
  const toY = createToY({ from: present.realFrom, span: present.realRange, heightPx, isLog });
  const { displayFrom: from, displayTo: to } = present;
  return { from, to, heightPx, minGapPx, minStep: labels.minStep(), isLog, toY };
}

/** Round ticks in displayed values; the library's own would stand at every n-th of its steps. */
function ticksOf(axis: ValueAxis, range: AxisRange, heightPx: number): AxisTick[] {
  if (!axis.hasTicks()) return [];
  return valueTicks(tickedAxis(axis, range, heightPx)).map(({ value, y }) => ({
    coord: Math.round(y),
    value,
    text: axis.text(value),
  }));
}

/** Sets the value axis of a pane; one that the user has dragged scales by itself again. */
export function applyValueAxis(chart: Chart, paneId: string, axis: ValueAxis): void {
  chart.overrideYAxis({
    paneId,
    name: axis.name,
    gap: NO_GAP,
    createRange: ({ defaultRange }) => {
      const found = guarded(axis.range, null);
      return found ? axisRange(found.extent, found.units) : defaultRange;
    },
    createTicks: ({ range, bounding, defaultTicks }) =>
      guarded(() => ticksOf(axis, range, bounding.height), defaultTicks),
  });
}

type ScalingAxis = {
  getAutoCalcTickFlag: () => boolean;
  setAutoCalcTickFlag: (isAuto: boolean) => void;
};

/** The library's types hide whether an axis still scales by itself. */
function tellsScaling(axis: object): axis is ScalingAxis {
  return 'getAutoCalcTickFlag' in axis && typeof axis.getAutoCalcTickFlag === 'function';
}

/** The value axes of a pane that the user has dragged. */
function draggedAxes(chart: Chart, paneId: string): ScalingAxis[] {
  const axes: readonly object[] = chart.getYAxes({ paneId });
  return axes.filter(tellsScaling).filter((axis) => !axis.getAutoCalcTickFlag());
}

/** Whether values fill the pane by themselves: nobody has dragged its axis. */
export function isAutoScaled(chart: Chart, paneId: string): boolean {
  return draggedAxes(chart, paneId).length === 0;
}

/** Makes the labels of a value axis anew though its values are the same; a dragged one stays as it is. */
export function relabelValueAxis(chart: Chart, paneId: string): void {
  const dragged = draggedAxes(chart, paneId);
  chart.overrideYAxis({ paneId });
  // The library laid nothing out yet.
  for (const axis of dragged) axis.setAutoCalcTickFlag(false);
}
