import type { ValueFormat } from '@moneytrail/indicators';
import { type AxisRange, type AxisTick, type Chart, registerYAxis } from 'klinecharts';
import { formatValue } from '../axis/format-value.ts';
import { makeRoom, withMargins } from '../axis/make-room.ts';
import { type Extent, include, isEmpty, union } from '../axis/value-extent.ts';
import { createToY } from '../axis/value-scale.ts';
import { valueTicks } from '../axis/value-ticks.ts';
import type { PriceScale } from '../chart-engine.ts';
import type { ChartState } from '../engine/chart-state.ts';
import { MARK_HEIGHT_PX } from '../paint/marks.ts';
import { deploymentUnit, mainExtent, studyExtent } from '../scene/pane-extent.ts';
import { type AxisUnits, axisRange, LOG_UNITS, PLAIN_UNITS, percentUnits } from './axis-range.ts';
import { guarded } from './painter.ts';
import { klinePaneId, type StudyPane } from './pane-ids.ts';
import { visibleBars } from './visible-bars.ts';

const MAIN_MARGINS = { topPx: 36, bottomPx: 14 };
const STUDY_BOTTOM_PX = 8;
/** However much its legend takes, a pane keeps this share of its height for its lines. */
const LEAST_LINES_SHARE = 0.5;
/** The library's own gaps shrink with the pane; margins are part of our ranges. */
const NO_GAP = { top: 0, bottom: 0 };
const MAIN_TICK_GAP_PX = 40;
const STUDY_TICK_GAP_PX = 26;
const FORMATS = ['percent', 'signedPercent', 'basisPoints', 'signedInteger'] as const;
const FINEST: Record<ValueFormat, number> = {
  price: 0,
  percent: 0.01,
  signedPercent: 0.01,
  basisPoints: 0.1,
  signedInteger: 1,
};
const KLINE_SCALES: Record<PriceScale, string> = {
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
      name: `moneytrail-${format}`,
      displayValueToText: (value) => formatValue(format, value, 0),
    });
  }
}

/** The scale prices are drawn in: what was asked for, unless the instrument may fall below zero. */
export function drawnScale({ view, open }: ChartState): PriceScale {
  return view.priceScale === 'log' && open?.symbol.mayBeNegative ? 'normal' : view.priceScale;
}

function unitsOf(state: ChartState, from: number): AxisUnits {
  const scale = drawnScale(state);
  if (scale === 'log') return LOG_UNITS;
  const base = state.bars.columns().close[from];
  return scale === 'percent' && base ? percentUnits(base) : PLAIN_UNITS;
}

/** Prices, levels and marks in view, with room for the marks; null while there is nothing to show. */
function mainRange(chart: Chart, state: ChartState): AxisRange | null {
  const { from, to } = visibleBars(chart);
  const { low, high } = mainExtent(state, { from, to });
  if (isEmpty({ low, high })) return null;
  const units = unitsOf(state, from);
  const lowest = units === LOG_UNITS ? Math.max(low, high * 1e-9) : low;
  const extent = { low: units.toUnits(lowest), high: units.toUnits(high) };
  const marks = state.marks.painted(from, to).map(({ price, side }) => {
    return { value: units.toUnits(Math.max(price, lowest / 2)), side };
  });
  const heightPx = chart.getSize(klinePaneId('main'), 'main')?.height ?? 0;
  const linesPx = heightPx - MAIN_MARGINS.topPx - MAIN_MARGINS.bottomPx;
  const roomy = makeRoom(extent, marks, { heightPx: linesPx, roomPx: MARK_HEIGHT_PX });
  return axisRange(withMargins(roomy, heightPx, MAIN_MARGINS), units);
}

/** Both studies of the Long/Short pane in the unit of its axis, with zero. */
function longShortExtent(state: ChartState, span: { from: number; to: number }): Extent | null {
  const percent = studyExtent(state, 'longShort', 'right', span);
  const deployment = studyExtent(state, 'longShort', 'left', span);
  const unit = deploymentUnit(state);
  const both = union(percent, { low: deployment.low / unit, high: deployment.high / unit });
  return isEmpty(both) ? null : include(both, 0);
}

function studyRange(chart: Chart, state: ChartState, pane: StudyPane): AxisRange | null {
  const { from, to } = visibleBars(chart);
  const extent =
    pane === 'longShort'
      ? longShortExtent(state, { from, to })
      : studyExtent(state, pane, 'right', { from, to });
  if (!extent || isEmpty(extent)) return null;
  const heightPx = chart.getSize(pane, 'main')?.height ?? 0;
  const headRoomPx = Math.min(state.view.headRoomPx[pane], heightPx * (1 - LEAST_LINES_SHARE));
  const margins = { topPx: headRoomPx, bottomPx: STUDY_BOTTOM_PX };
  return axisRange(withMargins(extent, heightPx, margins), PLAIN_UNITS);
}

type Labels = { text: (value: number) => string; minGapPx: number; minStep: number };

/** Round ticks in displayed values; the library's own would stand at every n-th of its steps. */
function ticksOf(
  { bars }: ChartState,
  { range, bounding }: { range: AxisRange; bounding: { height: number } },
  isLog: boolean,
  labels: Labels,
): AxisTick[] {
  // Without bars the range is made up; numbers on it would mean nothing.
  if (bars.length() === 0) return [];
  const heightPx = bounding.height;
  const toY = createToY({ from: range.realFrom, span: range.realRange, heightPx, isLog });
  const { displayFrom: from, displayTo: to } = range;
  const { minGapPx, minStep } = labels;
  return valueTicks({ from, to, heightPx, minGapPx, minStep, isLog, toY }).map(({ value, y }) => ({
    coord: Math.round(y),
    value,
    text: labels.text(value),
  }));
}

/** Sets the price axis to the chosen scale; an axis the user has dragged scales by itself again. */
export function applyMainAxis(chart: Chart, state: ChartState): void {
  const scale = drawnScale(state);
  const decimals = () => state.open?.symbol.precision ?? 2;
  const text = (value: number) =>
    scale === 'percent'
      ? formatValue('signedPercent', value, 0)
      : formatValue('price', value, decimals());
  chart.overrideYAxis({
    paneId: klinePaneId('main'),
    name: KLINE_SCALES[scale],
    gap: NO_GAP,
    createRange: ({ defaultRange }) => guarded(() => mainRange(chart, state), null) ?? defaultRange,
    createTicks: ({ range, bounding, defaultTicks }) =>
      guarded(() => {
        const minStep = scale === 'percent' ? FINEST.signedPercent : 10 ** -decimals();
        const labels = { text, minGapPx: MAIN_TICK_GAP_PX, minStep };
        return ticksOf(state, { range, bounding }, scale === 'log', labels);
      }, defaultTicks),
  });
}

/** Makes the labels of the price axis anew though its prices are the same. */
export function relabelMainAxis(chart: Chart): void {
  chart.overrideYAxis({ paneId: klinePaneId('main') });
}

/** Sets the axis of a study pane: its studies' range, labels in their format. */
export function applyStudyAxis(
  chart: Chart,
  state: ChartState,
  pane: StudyPane,
  format: ValueFormat,
): void {
  chart.overrideYAxis({
    paneId: pane,
    name: `moneytrail-${format}`,
    gap: NO_GAP,
    createRange: ({ defaultRange }) =>
      guarded(() => studyRange(chart, state, pane), null) ?? defaultRange,
    createTicks: ({ range, bounding, defaultTicks }) =>
      guarded(() => {
        const text = (value: number) => formatValue(format, value, 0);
        const labels = { text, minGapPx: STUDY_TICK_GAP_PX, minStep: FINEST[format] };
        return ticksOf(state, { range, bounding }, false, labels);
      }, defaultTicks),
  });
}
