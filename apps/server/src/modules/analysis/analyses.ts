import type { Span } from '@moneytrail/calendar';
import type { PriceSignal, SignalRecord, Summary } from '@moneytrail/contract';
import { type BuildLimits, withBuildLimits } from '../bars/index.ts';
import type { Instrument } from '../catalogue/index.ts';
import type { Timed } from './bar-cache.ts';
import { type ComputedMarks, computeMarksOf, type MarkSeries } from './marks/compute-marks.ts';
import { type RecordRequest, readRecord } from './record/read-record.ts';
import { type ReadSignalDeps, readSignal } from './signal.ts';
import { type ReadSummaryDeps, readSummary, type SummaryRequest } from './summary.ts';

/** Marks, summaries, signals and records computed from bars that are stored or that the feed delivers in time. */
export type Analyses = {
  marks: (request: MarkSeries & { span: Span }, limits: BuildLimits) => Promise<ComputedMarks>;
  summary: (request: SummaryRequest, limits: BuildLimits) => Promise<Timed<Summary>>;
  signal: (request: { instrument: Instrument }, limits: BuildLimits) => Promise<Timed<PriceSignal>>;
  record: (request: RecordRequest, limits: BuildLimits) => Promise<Timed<SignalRecord>>;
};

/** Computes analyses in the calling thread. */
export function analysesOf(deps: ReadSummaryDeps & ReadSignalDeps): Analyses {
  return {
    marks: ({ span, ...series }, limits) =>
      withBuildLimits(limits, (options) => computeMarksOf(deps.bars, series, span, options)),
    summary: (request, limits) =>
      withBuildLimits(limits, (options) => readSummary(deps, request, options)),
    signal: (request, limits) =>
      withBuildLimits(limits, (options) => readSignal(deps, request, options)),
    record: (request, limits) =>
      withBuildLimits(limits, (options) => readRecord(deps, request, options)),
  };
}
