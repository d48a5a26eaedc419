import type { Span } from '@moneytrail/calendar';
import type { PriceSignal, Summary } from '@moneytrail/contract';
import { type Waiting, withPatience } from '../bars/index.ts';
import type { Instrument } from '../catalogue/index.ts';
import type { Timed } from './bar-cache.ts';
import { type ComputedMarks, computeMarksOf, type MarkSeries } from './marks/compute-marks.ts';
import { type ReadSignalDeps, readSignal } from './signals/read-signal.ts';
import { type ReadSummaryDeps, readSummary, type SummaryRequest } from './summary/read-summary.ts';

/** What readers are told of bars, made of what the feed brings while they wait and of what is stored. */
export type Analyses = {
  marks: (request: MarkSeries & { span: Span }, waiting: Waiting) => Promise<ComputedMarks>;
  summary: (request: SummaryRequest, waiting: Waiting) => Promise<Timed<Summary>>;
  signal: (request: { instrument: Instrument }, waiting: Waiting) => Promise<Timed<PriceSignal>>;
};

/** Analyses made in this thread. */
export function analysesOf(deps: ReadSummaryDeps & ReadSignalDeps): Analyses {
  return {
    marks: ({ span, ...series }, waiting) =>
      withPatience(waiting, (options) => computeMarksOf(deps.bars, series, span, options)),
    summary: (request, waiting) =>
      withPatience(waiting, (options) => readSummary(deps, request, options)),
    signal: (request, waiting) =>
      withPatience(waiting, (options) => readSignal(deps, request, options)),
  };
}
