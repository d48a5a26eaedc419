import { type AxisRange, type AxisTick, type Chart, registerYAxis } from 'klinecharts';
import type { Extent } from '../axis/value-extent.ts';
import { type AxisUnits, createToY } from '../axis/value-scale.ts';
import { valueTicks } from '../axis/value-ticks.ts';
import { canvasFont, type TextLook } from '../paint/text-size.ts';
import { type DrawnAxis, drawnAxis, drawnAxisOf, setDrawnAxis } from './drawn-axes.ts';
import { guarded } from './library.ts';

/** Margins are part of our ranges; the library's gaps would shrink with the pane. */
const NO_GAP = { top: 0, bottom: 0 };
const AXIS_NAME = 'moneytrail';

/**
 * Registers our value axis. Its values are our units, which the library neither converts nor rounds: its own logarithmic
 * axis takes prices below 1 for negative, and its drag is linear in prices on every scale.
 */
export function registerValueAxis(): void {
  registerYAxis({
    name: AXIS_NAME,
    minSpan: () => 0,
    displayValueToText(this: object, value) {
      const { units, text } = drawnAxis(this);
      return text(units.fromUnits(value));
    },
  });
}

/** Every function is called for each picture. */
export type ValueAxis = {
  /** Visible values in axis units, margins included; null while there are none. */
  range: () => { extent: Extent; units: AxisUnits } | null;
  /** The labelled number of a value, such as its percentage, and the value of a labelled number. */
  toLabel: (value: number) => number;
  fromLabel: (label: number) => number;
  text: (label: number) => string;
  /** The smallest step of labels with different texts. */
  minStep: () => number;
  /** Without bars the range is arbitrary and has no labels. */
  hasTicks: () => boolean;
  textScale: () => number;
};

function libraryRange({ low, high }: Extent): AxisRange {
  const range = high - low;
  return {
    from: low,
    to: high,
    range,
    realFrom: low,
    realTo: high,
    realRange: range,
    displayFrom: low,
    displayTo: high,
    displayRange: range,
  };
}

/** Ticks at round labels; the library's own stand at every n-th of its steps. */
function ticksOf(
  axis: ValueAxis,
  units: AxisUnits,
  range: AxisRange,
  heightPx: number,
): AxisTick[] {
  if (!axis.hasTicks()) return [];
  const { isLog, fromUnits } = units;
  const toY = createToY({ from: range.from, span: range.range, heightPx, isLog });
  const ticks = valueTicks({
    from: axis.toLabel(fromUnits(range.from)),
    to: axis.toLabel(fromUnits(range.to)),
    heightPx,
    minStep: axis.minStep(),
    textScale: axis.textScale(),
    isLog,
    toY: (label) => toY(axis.fromLabel(label)),
  });
  return ticks.map(({ value, y }) => ({ coord: Math.round(y), value, text: axis.text(value) }));
}

/** Sets the value axis of a pane; a dragged one scales automatically again. */
export function applyValueAxis(chart: Chart, paneId: string, axis: ValueAxis): void {
  const drawn: DrawnAxis = {
    // Until the next layout the axis has its former range.
    units: drawnAxisOf(chart, paneId).units,
    text: (value) => axis.text(axis.toLabel(value)),
  };
  chart.overrideYAxis({
    paneId,
    name: AXIS_NAME,
    gap: NO_GAP,
    createRange: ({ defaultRange }) => {
      const found = guarded(axis.range, null);
      if (!found) return defaultRange;
      drawn.units = found.units;
      return libraryRange(found.extent);
    },
    createTicks: ({ range, bounding, defaultTicks }) =>
      guarded(() => ticksOf(axis, drawn.units, range, bounding.height), defaultTicks),
  });
  setDrawnAxis(chart, paneId, drawn);
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
 * grows only when a text needs more, and is set again when another chart opens or the text size changes.
 */
export function createAxisWidth(chart: Chart, look: TextLook) {
  const ctx = document.createElement('canvas').getContext('2d');
  let width = LEAST_AXIS_PX;
  const needed = (text: string): number => {
    if (!ctx) return LEAST_AXIS_PX;
    ctx.font = canvasFont(look, 500);
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
    /** The text size changed: the next picture makes room for its texts. */
    reset: () => set(LEAST_AXIS_PX),
    /** Makes room for texts about to be drawn. */
    grow(texts: readonly string[]): void {
      const longest = texts.reduce((a, b) => (b.length > a.length ? b : a), '');
      const px = needed(longest);
      if (px > width) set(px);
    },
  };
}
