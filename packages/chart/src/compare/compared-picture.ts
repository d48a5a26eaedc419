import { formatValue } from '../axis/format-value.ts';
import { extend, NO_EXTENT } from '../axis/value-extent.ts';
import type { ToY } from '../axis/value-scale.ts';
import { COMPARED_LINE, type ComparedInstrument } from '../chart-comparison.ts';
import type { ChartState } from '../engine/chart-state.ts';
import { paintStudyLine } from '../paint/study-line.ts';
import { DASHES } from '../scene/paint-study-lines.ts';
import type { ComparedLayer } from './compared-layer.ts';
import type { ComparedLines } from './compared-lines.ts';
import { percentOf } from './compared-readings.ts';
import type { ComparedSeries } from './compared-series.ts';

/** An instrument in sight, and its bars. */
export type ShownSeries = { instrument: ComparedInstrument; series: ComparedSeries };

type Deps = {
  state: ChartState;
  lines: ComparedLines;
  shown: () => ShownSeries[];
  visible: () => { from: number; to: number };
};

/** The lines of what is compared, and its tags at the right edge. */
export function createComparedPicture(
  deps: Deps,
): Pick<ComparedLayer, 'extent' | 'paint' | 'tags'> {
  const { state, lines, shown } = deps;
  const percentToY = (toY: ToY): ToY => {
    const priceOf = state.percentUnits?.fromUnits ?? (() => Number.NaN);
    return (percent) => toY(priceOf(percent));
  };
  const colourOf = ({ colour }: ComparedInstrument) => state.view.theme.studies[colour];
  return {
    extent: (span) =>
      shown().reduce((extent, { series }) => {
        const { first, percents } = lines.line(series, span);
        return extend(extent, percents, span.from - first, span.to - first);
      }, NO_EXTENT),
    paint(frame) {
      const toY = percentToY(frame.toY);
      for (const { instrument, series } of shown()) {
        const { first, percents } = lines.line(series, frame);
        const from = frame.from - first;
        const to = frame.to - first;
        const xOf = (index: number) => frame.xOf(index + first);
        const color = colourOf(instrument).line;
        const dash = DASHES[COMPARED_LINE.dash];
        const look = { ...COMPARED_LINE, dash, color, isLevel: false };
        paintStudyLine({ ...frame, from, to, xOf, toY, formingIndex: -1 }, percents, look);
      }
    },
    tags: (toY) =>
      shown().flatMap(({ instrument, series }) => {
        const { base } = lines.line(series, deps.visible());
        const percent = percentOf(lines.closeAt(series, state.bars.length() - 1), base);
        if (percent === null) return [];
        const { line: color, tagText: textColor } = colourOf(instrument);
        const name = series.instrument()?.code ?? '';
        const text = formatValue('signedPercent', percent, 0);
        return { name, text, below: '', y: percentToY(toY)(percent), color, textColor, weight: 1 };
      }),
  };
}
