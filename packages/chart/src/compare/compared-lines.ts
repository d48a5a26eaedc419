import type { ChartState } from '../engine/chart-state.ts';
import { alignCloses } from './align-closes.ts';
import { createBarEnds } from './bar-ends.ts';
import type { ComparedSeries } from './compared-series.ts';
import { type PercentLine, percentLine } from './percent-line.ts';

/** A line over the bars from `first` on. */
export type ComparedLine = PercentLine & { first: number };

type Span = { from: number; to: number };

/** Bars on either side of those in view that a line runs on to. */
const BARS_BESIDE = 2;

/** What is compared at the bars of the chart: closes, and lines in percent. */
export type ComparedLines = {
  closes: (series: ComparedSeries, span: Span) => Float64Array;
  /** NaN where none is known. */
  closeAt: (series: ComparedSeries, index: number) => number;
  /** The line over bars in view; the same object while nothing of it has changed. */
  line: (series: ComparedSeries, span: Span) => ComparedLine;
};

/** When bars of the open chart end, ms; worked out anew for another chart. */
function createChartEnds({ open }: Pick<ChartState, 'open'>) {
  return open
    ? { open, endOf: createBarEnds(open.symbol.hours, open.resolution) }
    : { open, endOf: (timeMs: number) => timeMs };
}

export function createComparedLines(state: ChartState): ComparedLines {
  let chart = createChartEnds(state);
  const memo = new WeakMap<ComparedSeries, { key: string; line: ComparedLine }>();
  const closes: ComparedLines['closes'] = (series, span) => {
    if (chart.open !== state.open) chart = createChartEnds(state);
    const { time, length } = state.bars.columns();
    const other = series.columns();
    const startOf = (index: number) => time[index] ?? Number.NaN;
    const otherStart = (index: number) => other.time[index] ?? Number.NaN;
    return alignCloses(
      {
        length,
        startOf,
        endOf: (index) =>
          index === state.formingIndex ? Number.POSITIVE_INFINITY : chart.endOf(startOf(index)),
      },
      {
        length: other.length,
        startOf: otherStart,
        endOf: (index) => series.endOf(otherStart(index)),
        close: other.close,
        unreadFromMs: series.unreadFromMs(),
      },
      span,
    );
  };
  return {
    closes,
    closeAt: (series, index) =>
      index < 0 ? Number.NaN : (closes(series, { from: index, to: index + 1 })[0] ?? Number.NaN),
    line(series, { from, to }) {
      const { time, length } = state.bars.columns();
      const base = state.percentFromMs === null ? from : state.bars.indexFrom(state.percentFromMs);
      const first = Math.max(0, Math.min(base, from) - BARS_BESIDE);
      const end = Math.min(length, to + BARS_BESIDE);
      // Opening something else and bars in between raise the revision; older bars move the first time.
      const chart = [length, time[0], state.formingIndex, state.closed.revision];
      const key = [base, first, end, ...chart, series.revision(), series.unreadFromMs()].join();
      const known = memo.get(series);
      if (known?.key === key) return known.line;
      const line = {
        first,
        ...percentLine(closes(series, { from: first, to: end }), base - first),
      };
      memo.set(series, { key, line });
      return line;
    },
  };
}
