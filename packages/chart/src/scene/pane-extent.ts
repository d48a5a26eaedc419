import { type Extent, extend, NO_EXTENT, union } from '../axis/value-extent.ts';
import type { PaneId } from '../chart-events.ts';
import type { ChartState } from '../engine/chart-state.ts';

/**
 * Deployment is 15 times the percentage until that is clamped, so on scales of that ratio both would be one curve.
 * This much more keeps them apart, on one zero line.
 */
const DEPLOYMENT_PER_PERCENT = 15 * 1.45;

type Span = { from: number; to: number };

/** Lowest and highest drawn value of a pane's studies on one of its axes. */
export function studyExtent(
  { studies }: ChartState,
  pane: PaneId,
  axis: 'left' | 'right',
  { from, to }: Span,
): Extent {
  let extent = NO_EXTENT;
  for (const { definition, values } of studies.shown()) {
    if (definition.pane !== pane || definition.axis !== axis) continue;
    for (const { key, isDrawn } of definition.outputs) {
      const drawn = values.outputs()[key];
      if (isDrawn && drawn) extent = extend(extent, drawn, from, to);
    }
  }
  return extent;
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

/** Everything in view of the main pane but the marks: bars and the studies over them. */
export function mainExtent(state: ChartState, span: Span): Extent {
  return union(studyExtent(state, 'main', 'right', span), priceExtent(state, span));
}

/** How much deployment stands where the pane's axis says 1: percent beside the percentage, itself without it. */
export function deploymentUnit({ studies }: ChartState): number {
  const hasPercentage = studies.shown().some(({ definition }) => {
    return definition.id === 'longShortPercentage';
  });
  return hasPercentage ? DEPLOYMENT_PER_PERCENT : 1;
}
