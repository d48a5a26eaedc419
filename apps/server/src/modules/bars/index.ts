export {
  ANSWER_DEADLINES,
  type AnswerCache,
  type AnswerDeadlines,
  type AnswerFigures,
  answersOf,
  type BuildAnswer,
  type BuildLimits,
  barRoutes,
  callerOf,
  type LiveBars,
  withBuildLimits,
} from './answers.ts';
export { type BarService, createBars } from './bar-service.ts';
export {
  type BarColumns,
  barAt,
  barsOf,
  columnsOf,
  concatColumns,
  NO_BARS,
  positionOf,
  sliceColumns,
} from './columns/bar-columns.ts';
export { readEvidence } from './corroboration/read-evidence.ts';
export { csvLines } from './csv-lines.ts';
export { type ReadOptions, STORED_BARS_ONLY, storeUnavailable } from './failures.ts';
export { readCoverageMap } from './gaps/coverage-map.ts';
export { findGaps } from './gaps/find-gaps.ts';
export { isReadOnClose } from './gaps/repair-gaps.ts';
export type { History, HistoryRequest } from './history.ts';
export {
  backfillFrom,
  createHistoryReader,
  type HistoryPart,
  type HistoryWanted,
} from './history-reader.ts';
export { importBars, importInPieces, rebuildImported } from './import-bars.ts';
export { ROLES } from './imports/columns.ts';
export type { ByteSource } from './imports/decode.ts';
export { type ImportPlan, type PlanOutcome, planImport, planLines } from './imports/plan.ts';
export { readBarPieces } from './imports/read-bars.ts';
export type { ImportOptions } from './imports/recognise.ts';
export { DATE_ORDERS, MARKED } from './imports/times.ts';
export { barJobs, REPAIR_GAPS } from './jobs.ts';
export { statesOf } from './known-bars.ts';
export { type NewestStored, readNewestStored, type StoredBar } from './newest-stored.ts';
export { SETTLE_MS, wholeEnd } from './series-bounds.ts';
export { coveredEndName, readCoveredEnds } from './store/coverage.ts';
export {
  type ListedBar,
  listQuarantined,
  type QuarantineState,
  rejectQuarantined,
  undoRejection,
} from './store/quarantine.ts';
export { readSeriesBeginning } from './store/series.ts';
export { readFirstTimes, readYear, type StoredYear } from './store/stored-year.ts';
export { acceptQuarantined, undoAcceptance, type WriteFence } from './store/write-bars.ts';
export { readStoredBars } from './stored-bars.ts';
export { outlierDistance } from './validation/true-range.ts';
