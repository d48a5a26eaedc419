import type { ValueFormat } from '@moneytrail/indicators';
import { formatValue } from '../axis/format-value.ts';
import { makeRoom, withMargins } from '../axis/make-room.ts';
import { type Extent, include, isEmpty, NO_EXTENT, union } from '../axis/value-extent.ts';
import type { PaneId } from '../chart-events.ts';
import type { PriceScale } from '../chart-look.ts';
import { type AxisUnits, LOG_UNITS, PLAIN_UNITS, percentUnits } from '../kline/axis-range.ts';
import type { KlineChart } from '../kline/kline-chart.ts';
import { klinePaneId } from '../kline/pane-ids.ts';
import {
  type AxisLabels,
  applyValueAxis,
  isAutoScaled,
  priceAxisName,
  studyAxisName,
  type ValueAxis,
} from '../kline/value-axes.ts';
import { visibleBars } from '../kline/visible-bars.ts';
import { MARK_HEIGHT_PX } from '../paint/marks.ts';
import { volumeHeightPx } from '../scene/main-volume.ts';
import { deploymentUnit, mainExtent, studyExtent } from '../scene/pane-extent.ts';
import { paneKind } from '../studies/study-places.ts';
import { type ChartState, headRoomPx } from './chart-state.ts';

const MAIN_BOTTOM_PX = 14;
const STUDY_BOTTOM_PX = 8;
/** However much its legend takes, a pane keeps this share of its height for its lines. */
const LEAST_LINES_SHARE = 0.5;
const MAIN_TICK_GAP_PX = 40;
const STUDY_TICK_GAP_PX = 26;
const FINEST: Record<ValueFormat, number> = {
  price: 0,
  percent: 0.01,
  signedPercent: 0.01,
  percentagePoints: 0.01,
  basisPoints: 0.1,
  signedInteger: 1,
};

type Range = ReturnType<ValueAxis['range']>;

/**
 * The scale prices are drawn in: percent while something is compared, which has no price in common; else what was asked
 * for, but no logarithm of what is not above zero.
 */
export function drawnScale(state: ChartState): PriceScale {
  const { compared, priceScale } = state.view;
  if (compared.some(({ isVisible }) => isVisible)) return 'percent';
  return priceScale === 'log' && !mayBeLog(state) ? 'normal' : priceScale;
}

/** Whether all in view has a logarithm, and the instrument never falls below zero. */
export function mayBeLog({ isAboveZero, open }: ChartState): boolean {
  return isAboveZero && !open?.symbol.mayBeNegative;
}

function isAllAboveZero(chart: KlineChart, state: ChartState): boolean {
  return mainExtent(state, visibleBars(chart)).low > 0;
}

/** Gives up a logarithmic scale while a price in view is not above zero. */
export function followScale(chart: KlineChart, state: ChartState): void {
  const isLogWanted = state.view.priceScale === 'log';
  // An axis that scales by itself notes the lowest price with its range.
  if (!isLogWanted && isAutoScaled(chart, klinePaneId('main'))) return;
  const isAboveZero = isAllAboveZero(chart, state);
  if (isAboveZero === state.isAboveZero) return;
  // The library may be laying out just now, for the scale it knows; it draws later.
  if (isLogWanted) queueMicrotask(() => applyMainAxis(chart, state));
  else state.isAboveZero = isAboveZero;
}

/** The first close in view that percentages can count from: zero has none. */
function percentBase(state: ChartState, { from, to }: { from: number; to: number }): number {
  return (
    state.bars
      .columns()
      .close.subarray(from, to)
      .find((close) => close !== 0) ?? 1
  );
}

/** What prices are drawn in from here on: percent counts from the first of the bars in view. */
export function countUnits(state: ChartState, visible: { from: number; to: number }): AxisUnits {
  const scale = drawnScale(state);
  state.percentUnits = scale === 'percent' ? percentUnits(percentBase(state, visible)) : null;
  state.percentFromMs = state.bars.at(visible.from)?.time ?? null;
  return state.percentUnits ?? (scale === 'log' ? LOG_UNITS : PLAIN_UNITS);
}

/** What a pane leaves free for its legend, px. */
function topPx(state: ChartState, pane: PaneId, heightPx: number): number {
  return Math.min(headRoomPx(state, pane), heightPx * (1 - LEAST_LINES_SHARE));
}

/** Prices, levels and marks in view, with room for the marks. */
function mainRange(chart: KlineChart, state: ChartState): Range {
  const { from, to } = visibleBars(chart);
  const { low, high } = mainExtent(state, { from, to });
  if (isEmpty({ low, high })) return null;
  if (state.view.priceScale !== 'log') state.isAboveZero = low > 0;
  const units = countUnits(state, { from, to });
  // What is not above zero ends this scale before it is drawn.
  const floor = units === LOG_UNITS ? Math.max(high * 1e-9, Number.EPSILON) : low;
  const lowest = Math.max(low, floor);
  const prices = { low: units.toUnits(lowest), high: units.toUnits(Math.max(high, floor)) };
  const compared = state.percentUnits && state.compared?.extent({ from, to });
  const extent = union(prices, compared ?? NO_EXTENT);
  const marks = state.marks.painted(from, to).map(({ price, side }) => {
    return {
      value: units.toUnits(units === LOG_UNITS ? Math.max(price, lowest / 2) : price),
      side,
    };
  });
  const heightPx = chart.getSize(klinePaneId('main'), 'main')?.height ?? 0;
  const volumePx = volumeHeightPx(state, { from, to }, heightPx);
  const margins = {
    topPx: topPx(state, 'main', heightPx),
    bottomPx: MAIN_BOTTOM_PX + volumePx,
  };
  const linesPx = heightPx - margins.topPx - margins.bottomPx;
  const roomy = makeRoom(extent, marks, { heightPx: linesPx, roomPx: MARK_HEIGHT_PX });
  return { extent: withMargins(roomy, heightPx, margins), units };
}

/** The studies of a Long/Short pane in the unit of its axis, with zero. */
function longShortExtent(
  state: ChartState,
  pane: PaneId,
  span: { from: number; to: number },
): Extent | null {
  const percent = studyExtent(state, pane, 'right', span);
  const deployment = studyExtent(state, pane, 'left', span);
  const unit = deploymentUnit(state, pane);
  const both = union(percent, { low: deployment.low / unit, high: deployment.high / unit });
  return isEmpty(both) ? null : include(both, 0);
}

function studyRange(chart: KlineChart, state: ChartState, pane: PaneId): Range {
  const { from, to } = visibleBars(chart);
  const extent =
    paneKind(pane) === 'longShort'
      ? longShortExtent(state, pane, { from, to })
      : studyExtent(state, pane, 'right', { from, to });
  if (!extent || isEmpty(extent)) return null;
  const heightPx = chart.getSize(klinePaneId(pane), 'main')?.height ?? 0;
  const margins = { topPx: topPx(state, pane, heightPx), bottomPx: STUDY_BOTTOM_PX };
  return { extent: withMargins(extent, heightPx, margins), units: PLAIN_UNITS };
}

/** The labels of the price axis, in prices or in percent. */
function priceLabels(state: ChartState): AxisLabels {
  const scale = drawnScale(state);
  const isPercent = scale === 'percent';
  const decimals = () => state.open?.symbol.precision ?? 2;
  return {
    isLog: scale === 'log',
    units: () => (isPercent ? state.percentUnits : null),
    text: (value) =>
      isPercent ? formatValue('signedPercent', value, 0) : formatValue('price', value, decimals()),
    minGapPx: MAIN_TICK_GAP_PX,
    minStep: () => (isPercent ? FINEST.signedPercent : 10 ** -decimals()),
  };
}

/** The labels of a pane's axis: prices, or values in the format of its studies. */
export function axisLabels(state: ChartState, format: ValueFormat): AxisLabels {
  if (format === 'price') return priceLabels(state);
  return {
    isLog: false,
    units: () => null,
    text: (value) => formatValue(format, value, 0),
    minGapPx: STUDY_TICK_GAP_PX,
    minStep: () => FINEST[format],
  };
}

/** Sets the price axis to the chosen scale. */
export function applyMainAxis(chart: KlineChart, state: ChartState): void {
  state.isAboveZero = isAllAboveZero(chart, state);
  applyValueAxis(chart, klinePaneId('main'), {
    ...priceLabels(state),
    name: priceAxisName(drawnScale(state)),
    range: () => mainRange(chart, state),
    hasTicks: () => state.bars.length() > 0,
  });
}

/** Sets the axis of a study pane: its studies' range, labels in their format. */
export function applyStudyAxis(
  chart: KlineChart,
  state: ChartState,
  pane: PaneId,
  format: ValueFormat,
): void {
  applyValueAxis(chart, klinePaneId(pane), {
    ...axisLabels(state, format),
    name: studyAxisName(format),
    range: () => studyRange(chart, state, pane),
    hasTicks: () => studyRange(chart, state, pane) !== null,
  });
}
