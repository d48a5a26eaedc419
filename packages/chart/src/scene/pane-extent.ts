import { type Extent, extend, NO_EXTENT, union } from '../axis/value-extent.ts';
import type { PaneId } from '../chart-events.ts';
import type { ChartState } from '../engine/chart-state.ts';

/**
 * Deployment is 15 times the percentage until that is clamped, so on scales of that ratio both would be one curve.
 * This much more keeps them apart, on one zero line.
 */
const DEPLOYMENT_PER_PERCENT = 15 * 1.45;

type Span = { from: number; to: number };

/** Lowest and highest value of each line that a pane's studies draw on one of its axes. */
function lineExtents(
  { studies }: ChartState,
  pane: PaneId,
  axis: 'left' | 'right',
  { from, to }: Span,
): Extent[] {
  return studies.shown().flatMap((study) => {
    const { definition, values } = study;
    if (study.pane !== pane || definition.axis !== axis) return [];
    return definition.outputs.flatMap(({ key, isDrawn }) => {
      const drawn = values.outputs()[key];
      return isDrawn && drawn ? [extend(NO_EXTENT, drawn, from, to)] : [];
    });
  });
}

/** Lowest and highest drawn value of a pane's studies on one of its axes. */
export function studyExtent(
  state: ChartState,
  pane: PaneId,
  axis: 'left' | 'right',
  span: Span,
): Extent {
  return lineExtents(state, pane, axis, span).reduce(union, NO_EXTENT);
}

/** Lowest and highest price of the bars in view, in the shape they are drawn in. */
function priceExtent({ view, bars, heikinAshi }: ChartState, { from, to }: Span): Extent {
  const columns = bars.columns();
  const end = Math.min(to, columns.length);
  if (view.candleType === 'line' || view.candleType === 'area') {
    return extend(NO_EXTENT, columns.close, from, end);
  }
  const prices = view.candleType === 'heikinAshi' ? heikinAshi.prices(columns) : columns;
  return extend(extend(NO_EXTENT, prices.low, from, end), prices.high, from, end);
}

/** Whether a line reaches further beyond the bars than these reach themselves: with it they would be squeezed. */
function isFar(line: Extent, bars: Extent): boolean {
  const reach = bars.high - bars.low;
  return line.low < bars.low - reach || line.high > bars.high + reach;
}

/** Everything in view of the main pane but the marks: bars and the studies over them, far ones where they are wanted. */
export function mainExtent(state: ChartState, span: Span): Extent {
  const prices = priceExtent(state, span);
  const mayLeaveOut = state.view.isPriceOnly && prices.high > prices.low;
  return lineExtents(state, 'main', 'right', span)
    .filter((line) => !mayLeaveOut || !isFar(line, prices))
    .reduce(union, prices);
}

/** How much deployment stands where a pane's axis says 1: percent beside the percentage, itself without it. */
export function deploymentUnit({ studies }: ChartState, pane: PaneId): number {
  const hasPercentage = studies.shown().some((study) => {
    return study.pane === pane && study.definition.id === 'longShortPercentage';
  });
  return hasPercentage ? DEPLOYMENT_PER_PERCENT : 1;
}
