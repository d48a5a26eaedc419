import { type Extent, extend, include, isEmpty, NO_EXTENT, union } from '../axis/value-extent.ts';
import type { PaneId } from '../chart-events.ts';
import type { ChartState } from '../state/chart-state.ts';
import { type DrawnSpan, displacedSpan, drawnOutputs, rangeAhead } from './drawn-lines.ts';

/**
 * Deployment is 15 times the percentage until it is clamped: on scales of that ratio both would draw the same curve.
 * This factor keeps them apart on one zero line.
 */
const DEPLOYMENT_PER_PERCENT = 15 * 1.45;

type Span = { from: number; to: number };

function lineExtents(
  state: ChartState,
  pane: PaneId,
  axis: 'left' | 'right',
  span: DrawnSpan,
): Extent[] {
  return drawnOutputs(state, pane, axis).map((drawn) => {
    const { output, values, displacement, ahead, legs, instrument } = drawn;
    // Legs join prices of bars: in view they reach no further than those.
    if (legs) return NO_EXTENT;
    const { from, to } = displacedSpan(span, displacement);
    const own = extend(NO_EXTENT, values, from, to);
    const line = ahead ? extend(own, ahead.values, ...rangeAhead(ahead, span)) : own;
    // Values of another instrument as prices of the chart at the same heights.
    if (instrument !== null) return state.compared?.extentOf(instrument, line) ?? NO_EXTENT;
    // Columns stand on zero.
    return output.shape === 'columns' && !isEmpty(line) ? include(line, 0) : line;
  });
}

/** Lowest and highest drawn value of a pane's studies on one of its axes, with their customary levels. */
export function studyExtent(
  state: ChartState,
  pane: PaneId,
  axis: 'left' | 'right',
  span: DrawnSpan,
): Extent {
  const lines = lineExtents(state, pane, axis, span).reduce(union, NO_EXTENT);
  if (isEmpty(lines)) return lines;
  const levels = state.studies
    .shown()
    .flatMap((study) => (study.pane === pane ? (study.definition.levels ?? []) : []));
  return levels.reduce(include, lines);
}

/** Lowest and highest price in view, as the candle type draws them. */
export function priceExtent({ view, bars, heikinAshi }: ChartState, { from, to }: Span): Extent {
  const columns = bars.columns();
  const end = Math.min(to, columns.length);
  if (view.candleType === 'line' || view.candleType === 'area') {
    return extend(NO_EXTENT, columns.close, from, end);
  }
  const prices = view.candleType === 'heikinAshi' ? heikinAshi.prices(columns) : columns;
  return extend(extend(NO_EXTENT, prices.low, from, end), prices.high, from, end);
}

/** Lowest and highest value in view of each study line of the main pane that has any. */
export function levelExtents(state: ChartState, span: DrawnSpan): Extent[] {
  return lineExtents(state, 'main', 'right', span).filter((line) => !isEmpty(line));
}

/** Deployment per axis unit of a pane: scaled beside the percentage, 1 without it. */
export function deploymentUnit({ studies }: Pick<ChartState, 'studies'>, pane: PaneId): number {
  const hasPercentage = studies.shown().some((study) => {
    return study.pane === pane && study.definition.id === 'longShortPercentage';
  });
  return hasPercentage ? DEPLOYMENT_PER_PERCENT : 1;
}
