import type { ChartState } from '../state/chart-state.ts';
import { alignCloses, createBarEnds, type PercentLine, percentLine } from './align-closes.ts';
import type { ComparedSeries } from './compared-series.ts';

/** A line over the bars from `first` on. */
type ComparedLine = PercentLine & { first: number };

type Span = { from: number; to: number };

/** Bars beside the visible ones that a line runs on to. */
const BARS_BESIDE = 2;

function createChartEnds({ open }: Pick<ChartState, 'open'>) {
  return open
    ? { open, endOf: createBarEnds(open.symbol.hours, open.resolution) }
    : { open, endOf: (timeMs: number) => timeMs };
}

/** Closes and percentage lines of compared instruments at the bars of the chart. */
export function createComparedLines(state: ChartState) {
  let chart = createChartEnds(state);
  const memo = new WeakMap<ComparedSeries, { key: string; line: ComparedLine }>();
  const chartEnds = () => {
    if (chart.open !== state.open) chart = createChartEnds(state);
    return chart;
  };
  /** Infinity for the forming bar, which includes everything known by now. */
  const chartEndOf = (timeMs: number, index: number): number =>
    index === state.formingIndex ? Number.POSITIVE_INFINITY : chartEnds().endOf(timeMs);
  const closes = (series: ComparedSeries, span: Span): Float64Array => {
    const { time, length } = state.bars.columns();
    const other = series.columns();
    const startOf = (index: number) => time[index] ?? Number.NaN;
    const otherStart = (index: number) => other.time[index] ?? Number.NaN;
    return alignCloses(
      {
        length,
        startOf,
        endOf: (index) => chartEndOf(startOf(index), index),
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
    chartEnds,
    chartEndOf,
    /** NaN where none is known. */
    closeAt: (series: ComparedSeries, index: number): number =>
      index < 0 ? Number.NaN : (closes(series, { from: index, to: index + 1 })[0] ?? Number.NaN),
    /** The line over visible bars; the same object until it changes. */
    line(series: ComparedSeries, { from, to }: Span): ComparedLine {
      const { time, length } = state.bars.columns();
      const base = state.percentFromMs === null ? from : state.bars.indexFrom(state.percentFromMs);
      const first = Math.max(0, Math.min(base, from) - BARS_BESIDE);
      const end = Math.min(length, to + BARS_BESIDE);
      // Another chart and inserted bars raise the revision; older bars change the first time.
      const chart = [length, time[0], state.formingIndex, state.closed.revision];
      const key = [base, first, end, ...chart, series.revision(), series.unreadFromMs()].join();
      const known = memo.get(series);
      if (known?.key === key) return known.line;
      const percent = percentLine(closes(series, { from: first, to: end }), base - first);
      const line = { first, ...percent };
      memo.set(series, { key, line });
      return line;
    },
  };
}
