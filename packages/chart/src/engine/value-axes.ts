import type { ValueFormat } from '@moneytrail/indicators';
import { formatValue } from '../axis/format-value.ts';
import {
  type Extent,
  include,
  isEmpty,
  makeRoom,
  NO_EXTENT,
  union,
  widened,
  withMargins,
} from '../axis/value-extent.ts';
import { LOG_UNITS, PLAIN_UNITS, percentScale } from '../axis/value-scale.ts';
import type { PaneId } from '../chart-events.ts';
import { type KlineChart, klinePaneId, roomBars, visibleBars } from '../kline/library.ts';
import {
  applyValueAxis,
  isAutoScaled,
  relabelValueAxis,
  type ValueAxis,
} from '../kline/library-axes.ts';
import { foldedPx } from '../layout/pane-plan.ts';
import { MARK_COUNT_PX, MARK_HEIGHT_PX } from '../paint/marks.ts';
import { volumeHeightPx } from '../scene/main-pane.ts';
import { deploymentUnit, levelExtents, priceExtent, studyExtent } from '../scene/pane-extent.ts';
import { studyHeadPx } from '../scene/study-panes.ts';
import { type ChartState, decimalsOf, drawnScale } from '../state/chart-state.ts';
import { paneKind } from '../studies/study-places.ts';

const MAIN_TOP_PX = 8;
const MAIN_BOTTOM_PX = 14;
const STUDY_BOTTOM_PX = 8;
/** Levels join the scale while they widen the range of the bars by at most this share. */
const MOST_WIDENING = 0.25;
/** Share of the price pane's height that the bars keep beside levels. */
const LEAST_BARS_SHARE = 0.62;
/** The smallest step that the labels of a format can show. */
const FINEST: Record<ValueFormat, number> = {
  price: 0,
  priceChange: 0,
  number: 0.01,
  amount: 0,
  percent: 0.01,
  signedPercent: 0.01,
  percentagePoints: 0.01,
  basisPoints: 0.1,
  signedInteger: 1,
};

/** Bars beside the visible ones that lines run on to. */
const BARS_BESIDE = 3;

type Range = ReturnType<ValueAxis['range']>;
type Span = { from: number; to: number };

function isAllAboveZero(chart: KlineChart, state: ChartState): boolean {
  return priceExtent(state, visibleBars(chart)).low > 0;
}

/** Leaves a logarithmic scale while a visible price is not above zero. */
function followScale(chart: KlineChart, state: ChartState): void {
  const isLogWanted = state.view.priceScale === 'log';
  // An axis that scales automatically checks the lowest price with its range.
  if (!isLogWanted && isAutoScaled(chart, klinePaneId('main'))) return;
  const isAboveZero = isAllAboveZero(chart, state);
  if (isAboveZero === state.isAboveZero) return;
  // The library may be in the middle of a layout for the old scale; it draws later.
  if (isLogWanted) queueMicrotask(() => applyMainAxis(chart, state));
  else state.isAboveZero = isAboveZero;
}

/** The first visible close other than zero, which percentages count from. */
function percentBase(state: ChartState, { from, to }: Span): number {
  return (
    state.bars
      .columns()
      .close.subarray(from, to)
      .find((close) => close !== 0) ?? 1
  );
}

/** Percentages count from the first visible bar. */
function updatePercent(state: ChartState, visible: Span): void {
  const isPercent = drawnScale(state) === 'percent';
  state.percent = isPercent ? percentScale(percentBase(state, visible)) : null;
  state.percentFromMs = state.bars.at(visible.from)?.time ?? null;
}

/** The compared lines as prices at the same heights. */
function comparedExtent({ percent, compared }: ChartState, span: Span): Extent {
  const extent = percent && compared?.extent(span);
  if (!extent || isEmpty(extent)) return NO_EXTENT;
  return { low: percent.toPrice(extent.low), high: percent.toPrice(extent.high) };
}

const spanOf = ({ low, high }: Extent) => high - low;

/** Levels that widen the bars' range little, those that need the least first; the others are tags at the edge. */
function withNearLevels(
  base: Extent,
  levels: readonly Extent[],
  mayHave: (extent: Extent) => boolean,
): Extent {
  const needs = (level: Extent) => spanOf(union(base, level));
  return [...levels]
    .sort((a, b) => needs(a) - needs(b))
    .reduce((extent, level) => {
      const wider = union(extent, level);
      return mayHave(wider) ? wider : extent;
    }, base);
}

/** Visible bars, compared lines and near levels, with room for the marks. */
function mainRange(chart: KlineChart, state: ChartState): Range {
  const { from, to } = visibleBars(chart);
  const span = { from, to, roomBars: roomBars(chart) };
  const bars = widened(priceExtent(state, { from, to }));
  if (isEmpty(bars)) return null;
  if (state.view.priceScale !== 'log') state.isAboveZero = bars.low > 0;
  updatePercent(state, { from, to });
  const units = drawnScale(state) === 'log' ? LOG_UNITS : PLAIN_UNITS;
  // A price that is not above zero ends a logarithmic scale before it is drawn.
  const floor = units.isLog
    ? Math.max(bars.high * 1e-9, Number.MIN_VALUE)
    : Number.NEGATIVE_INFINITY;
  const inUnits = ({ low, high }: Extent): Extent => ({
    low: units.toUnits(Math.max(low, floor)),
    high: units.toUnits(Math.max(high, floor)),
  });
  const heightPx = chart.getSize(klinePaneId('main'), 'main')?.height ?? 0;
  const volumePx = volumeHeightPx(state, { from, to }, heightPx);
  const margins = { topPx: MAIN_TOP_PX, bottomPx: MAIN_BOTTOM_PX + volumePx };
  const linesPx = heightPx - margins.topPx - margins.bottomPx;
  const lowest = Math.max(bars.low, floor);
  const painted = state.marks.painted(from, to, chart.getBarSpace().bar);
  const roomPx = MARK_HEIGHT_PX + (painted.some(({ more }) => more > 0) ? MARK_COUNT_PX : 0);
  const marks = painted.map(({ price, side }) => {
    return { value: units.toUnits(units.isLog ? Math.max(price, lowest / 2) : price), side };
  });
  const roomy = (extent: Extent) => makeRoom(extent, marks, { heightPx: linesPx, roomPx });
  const ofBars = spanOf(inUnits(bars));
  const mayHave = (extent: Extent) =>
    spanOf(extent) <= (1 + MOST_WIDENING) * ofBars &&
    spanOf(roomy(extent)) * LEAST_BARS_SHARE * heightPx <= ofBars * linesPx;
  const drawn = union(inUnits(bars), comparedExtent(state, { from, to }));
  const levels = state.view.scalesPriceOnly ? [] : levelExtents(state, span).map(inUnits);
  const extent = roomy(withNearLevels(drawn, levels, mayHave));
  return { extent: withMargins(extent, heightPx, margins), units };
}

/** The studies of a Long/Short pane in the unit of its axis, including zero. */
function longShortExtent(state: ChartState, pane: PaneId, span: Span): Extent | null {
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
  const margins = { topPx: Math.min(studyHeadPx(state), heightPx / 3), bottomPx: STUDY_BOTTOM_PX };
  return { extent: withMargins(extent, heightPx, margins), units: PLAIN_UNITS };
}

type Labels = Pick<ValueAxis, 'toLabel' | 'fromLabel' | 'text' | 'minStep'>;

/** Prices, or their percentages on a percentage scale. */
function priceLabels(state: ChartState): Labels {
  const decimals = () => state.open?.symbol.precision ?? 2;
  return {
    toLabel: (price) => state.percent?.toPercent(price) ?? price,
    fromLabel: (label) => state.percent?.toPrice(label) ?? label,
    text: (label) =>
      state.percent
        ? formatValue('signedPercent', label, 0)
        : formatValue('price', label, decimals()),
    minStep: () => (state.percent ? FINEST.signedPercent : 10 ** -decimals()),
  };
}

/** The most decimals that the prices of its studies have. */
function paneDecimals(state: ChartState, pane: PaneId): number {
  const ofPane = state.studies.shown().filter((study) => study.pane === pane);
  return Math.max(0, ...ofPane.map(({ instrument }) => decimalsOf(state, instrument)));
}

function studyLabels(state: ChartState, pane: PaneId, format: ValueFormat): Labels {
  const decimals = () => paneDecimals(state, pane);
  const isPrice = format === 'price' || format === 'priceChange';
  return {
    toLabel: (value) => value,
    fromLabel: (label) => label,
    text: (label) => formatValue(format, label, decimals()),
    minStep: () => (isPrice ? 10 ** -decimals() : FINEST[format]),
  };
}

/** Sets the price axis; a dragged one scales automatically again. */
export function applyMainAxis(chart: KlineChart, state: ChartState): void {
  state.isAboveZero = isAllAboveZero(chart, state);
  applyValueAxis(chart, klinePaneId('main'), {
    ...priceLabels(state),
    range: () => mainRange(chart, state),
    textScale: () => state.view.textScale,
    hasTicks: () => state.bars.length() > 0,
  });
}

export function applyStudyAxis(
  chart: KlineChart,
  state: ChartState,
  pane: PaneId,
  format: ValueFormat,
): void {
  applyValueAxis(chart, klinePaneId(pane), {
    ...studyLabels(state, pane, format),
    range: () => studyRange(chart, state, pane),
    hasTicks: () => {
      const heightPx = chart.getSize(klinePaneId(pane), 'main')?.height ?? 0;
      return heightPx > foldedPx(state.view.textScale) && studyRange(chart, state, pane) !== null;
    },
    textScale: () => state.view.textScale,
  });
}

/** Computes studies and price axis for the visible bars before every layout and picture. */
export function followVisibleBars(chart: KlineChart, state: ChartState): void {
  let base = -1;
  chart.subscribeAction('onVisibleRangeChange', () => {
    const { from, to } = visibleBars(chart);
    if (from < to) {
      state.studies.cover(state.bars.columns(), from - BARS_BESIDE, to + BARS_BESIDE);
      state.studies.see(state.bars.columns(), from, to);
    }
    followScale(chart, state);
    // Percentages count from the first visible bar; the library would keep their labels while prices stay the same.
    if (drawnScale(state) === 'percent' && from !== base && from < to) {
      updatePercent(state, { from, to });
      // The range may change in the middle of a layout, which forgets what is asked of it meanwhile.
      queueMicrotask(() => relabelValueAxis(chart, klinePaneId('main')));
    }
    base = from;
  });
}
