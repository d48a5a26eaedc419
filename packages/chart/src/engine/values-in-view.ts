import { type Extent, extend, isEmpty, NO_EXTENT, union } from '../axis/value-extent.ts';
import type { ValuesInView } from '../chart-events.ts';
import { priceExtent } from '../scene/pane-extent.ts';
import type { ChartState } from '../state/chart-state.ts';

type Span = { from: number; to: number };

/** Greatest change of a close since the bar before, up or down: in price, and in percent of prices above zero. */
function greatestChanges(closes: Float64Array, { from, to }: Span) {
  let change = 0;
  let percent = 0;
  for (let index = Math.max(1, from); index < to; index++) {
    const before = closes[index - 1] ?? Number.NaN;
    const size = Math.abs((closes[index] ?? Number.NaN) - before);
    if (size > change) change = size;
    if (before > 0 && (100 * size) / before > percent) percent = (100 * size) / before;
  }
  return { change, percent };
}

function studyExtents({ studies }: ChartState, spans: readonly Span[]): ValuesInView['studies'] {
  const all = studies.shown().map(({ key, values }) => {
    const outputs = Object.entries(values.outputs()).map(([name, column]) => {
      const extents = spans.map(({ from, to }) => extend(NO_EXTENT, column, from, to));
      return [name, extents.reduce(union, NO_EXTENT)] as const;
    });
    return [key, Object.fromEntries(outputs.filter(([, extent]) => !isEmpty(extent)))] as const;
  });
  return Object.fromEntries(all);
}

/** Extremes of the bars in view, and of the newest ones, which a legend shows without a crosshair. Null without bars. */
export function valuesInView(state: ChartState, visible: Span): ValuesInView | null {
  const { close, volume, length } = state.bars.columns();
  if (length === 0) return null;
  // The legend reads prices of the newest bar and studies of the last closed one.
  const spans = [visible, { from: length - 2, to: length }];
  const prices = spans.map((span) => priceExtent(state, span)).reduce(union, NO_EXTENT);
  const volumes = spans
    .map(({ from, to }) => extend(NO_EXTENT, volume, from, Math.min(to, length)))
    .reduce<Extent>(union, NO_EXTENT);
  const changes = spans.map((span) => greatestChanges(close, span));
  return {
    ...prices,
    change: Math.max(...changes.map(({ change }) => change)),
    percent: Math.max(...changes.map(({ percent }) => percent)),
    volume: isEmpty(volumes) ? null : volumes.high,
    studies: studyExtents(state, spans),
  };
}
