import type { ValueFormat } from '@moneytrail/indicators';
import { type AxisRange, type AxisTick, type Chart, registerYAxis } from 'klinecharts';
import { formatValue } from '../axis/format-value.ts';
import type { Extent } from '../axis/value-extent.ts';
import { type AxisUnits, createToY } from '../axis/value-scale.ts';
import { type TickedAxis, valueTicks } from '../axis/value-ticks.ts';
import type { PriceScale } from '../chart-look.ts';
import { guarded } from './library.ts';

/** Margins are part of our ranges; the library's gaps would shrink with the pane. */
const NO_GAP = { top: 0, bottom: 0 };
const FORMATS = ['percent', 'signedPercent', 'basisPoints', 'signedInteger'] as const;
const SCALE_NAMES: Record<PriceScale, string> = {
  normal: 'normal',
  log: 'logarithm',
  percent: 'percentage',
};

/** Registers the axes of the studies: the library's own axis with our texts. */
export function registerValueAxes(): void {
  for (const format of FORMATS) {
    registerYAxis({
      name: studyAxisName(format),
      displayValueToText: (value) => formatValue(format, value, 0),
    });
  }
}

export function priceAxisName(scale: PriceScale): string {
  return SCALE_NAMES[scale];
}

export function studyAxisName(format: ValueFormat): string {
  return `moneytrail-${format}`;
}

/** Choice and texts of a value axis's labels, in displayed values. */
export type AxisLabels = {
  isLog: boolean;
  /** The current units, where they can change while the library keeps the range that an axis was dragged to; else null. */
  units: () => AxisUnits | null;
  text: (value: number) => string;
  minGapPx: number;
  minStep: () => number;
};

/** Every function is called for each picture. */
export type ValueAxis = AxisLabels & {
  name: string;
  /** Visible values in axis units, margins included; null while there are none. */
  range: () => { extent: Extent; units: AxisUnits } | null;
  /** Without bars the range is arbitrary and has no labels. */
  hasTicks: () => boolean;
};

function axisRange({ low, high }: Extent, units: AxisUnits): AxisRange {
  const from = units.fromUnits(low);
  const to = units.fromUnits(high);
  const displayFrom = units.displayed(low);
  const displayTo = units.displayed(high);
  return {
    from,
    to,
    range: to - from,
    realFrom: low,
    realTo: high,
    realRange: high - low,
    displayFrom,
    displayTo,
    displayRange: displayTo - displayFrom,
  };
}

/** A library axis in displayed values. */
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

/** Ticks at round displayed values; the library's own stand at every n-th of its steps. */
function ticksOf(axis: ValueAxis, range: AxisRange, heightPx: number): AxisTick[] {
  if (!axis.hasTicks()) return [];
  return valueTicks(tickedAxis(axis, range, heightPx)).map(({ value, y }) => ({
    coord: Math.round(y),
    value,
    text: axis.text(value),
  }));
}

/** Sets the value axis of a pane; a dragged one scales automatically again. */
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

/** The library's types hide these methods. */
function isScalingAxis(axis: object): axis is ScalingAxis {
  return 'getAutoCalcTickFlag' in axis && typeof axis.getAutoCalcTickFlag === 'function';
}

function draggedAxes(chart: Chart, paneId: string): ScalingAxis[] {
  const axes: readonly object[] = chart.getYAxes({ paneId });
  return axes.filter(isScalingAxis).filter((axis) => !axis.getAutoCalcTickFlag());
}

/** False once the user has dragged the pane's value axis. */
export function isAutoScaled(chart: Chart, paneId: string): boolean {
  return draggedAxes(chart, paneId).length === 0;
}

/** Recomputes the labels of a value axis for unchanged values; a dragged axis keeps its range. */
export function relabelValueAxis(chart: Chart, paneId: string): void {
  const dragged = draggedAxes(chart, paneId);
  chart.overrideYAxis({ paneId });
  // The library has not laid out the chart yet.
  for (const axis of dragged) axis.setAutoCalcTickFlag(false);
}

/** Fits `+100.00 %` and prices like 12,345.67: most charts open without a change of width, which draws everything again. */
export const LEAST_AXIS_PX = 80;
const MARGINS_PX = 15;
const STEP_PX = 4;

export type AxisWidth = ReturnType<typeof createAxisWidth>;

/**
 * Width of the value axes. The library would measure it at every tick and shift the bars as digits change; this width
 * grows only when a text needs more, and is set again when another chart opens.
 */
export function createAxisWidth(chart: Chart, font: string) {
  const ctx = document.createElement('canvas').getContext('2d');
  let width = LEAST_AXIS_PX;
  const needed = (text: string): number => {
    if (!ctx) return LEAST_AXIS_PX;
    ctx.font = `500 12px ${font}`;
    const px = ctx.measureText(text).width + MARGINS_PX;
    return Math.max(LEAST_AXIS_PX, Math.ceil(px / STEP_PX) * STEP_PX);
  };
  const set = (px: number) => {
    if (px === width) return;
    width = px;
    chart.setStyles({ yAxis: { size: px } });
  };
  return {
    /** Fits the widest text of an opening chart. */
    fit: (text: string) => set(needed(text)),
    /** Makes room for texts about to be drawn. */
    grow(texts: readonly string[]): void {
      const longest = texts.reduce((a, b) => (b.length > a.length ? b : a), '');
      const px = needed(longest);
      if (px > width) set(px);
    },
  };
}
