export type { AnswerCache, AnswerFigures } from './answers/answer-cache.ts';
export { answersOf, type BuildAnswer } from './answers/build-answer.ts';
export { PATIENCE, type Patience, type Waiting, withPatience } from './answers/patience.ts';
export {
  createHistoryReader,
  type HistoryPart,
  type HistoryWanted,
} from './backfill/history-parts.ts';
export { type ReadOptions, storeUnavailable } from './backfill/read-failures.ts';
export { type BarService, createBars } from './bar-service.ts';
export {
  type BarColumns,
  barAt,
  barsOf,
  columnsOf,
  positionOf,
  sliceColumns,
} from './columns/bar-columns.ts';
export { readCoverageMap } from './gaps/coverage-map.ts';
export { findGaps } from './gaps/find-gaps.ts';
export { isReadOnClose } from './gaps/recent-gaps.ts';
export type { History, HistoryRequest } from './history/history-page.ts';
export { importBars } from './import-bars.ts';
export { barJobs, REPAIR_GAPS } from './jobs.ts';
export { type NewestStored, readNewestStored, type StoredBar } from './newest-stored.ts';
export { barRoutes } from './routes.ts';
export { coveredEndName, readCoveredEnds } from './store/covered-ends.ts';
export {
  acceptQuarantined,
  type ListedBar,
  listQuarantined,
  rejectListed,
} from './store/quarantine-list.ts';
export { readSeriesBeginning } from './store/series.ts';
export { readStoredBars, type StoredBars } from './stored-bars.ts';
export { outlierDistance } from './validation/true-range.ts';
export { faultOf } from './validation/validate-bars.ts';
