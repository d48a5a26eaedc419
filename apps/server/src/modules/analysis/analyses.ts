import type { Span } from '@moneytrail/calendar';
import type { PriceSignal, Summary } from '@moneytrail/contract';
import { type BuildLimits, withBuildLimits } from '../bars/index.ts';
import type { Instrument } from '../catalogue/index.ts';
import type { Timed } from './bar-cache.ts';
import { type ComputedMarks, computeMarksOf, type MarkSeries } from './marks/compute-marks.ts';
import { type ReadSignalDeps, readSignal } from './signals/read-signal.ts';
import { type ReadSummaryDeps, readSummary, type SummaryRequest } from './summary/read-summary.ts';

/** What readers are told of bars, made of what the feed brings while they wait and of what is stored. */
export type Analyses = {
  marks: (request: MarkSeries & { span: Span }, waiting: BuildLimits) => Promise<ComputedMarks>;
  summary: (request: SummaryRequest, waiting: BuildLimits) => Promise<Timed<Summary>>;
  signal: (
    request: { instrument: Instrument },
    waiting: BuildLimits,
  ) => Promise<Timed<PriceSignal>>;
};

/** Analyses made in this thread. */
export function analysesOf(deps: ReadSummaryDeps & ReadSignalDeps): Analyses {
  return {
    marks: ({ span, ...series }, waiting) =>
      withBuildLimits(waiting, (options) => computeMarksOf(deps.bars, series, span, options)),
    summary: (request, waiting) =>
      withBuildLimits(waiting, (options) => readSummary(deps, request, options)),
    signal: (request, waiting) =>
      withBuildLimits(waiting, (options) => readSignal(deps, request, options)),
  };
}
