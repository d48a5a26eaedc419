export { type Analyses, analysesOf } from './analyses.ts';
export { readClosedBars } from './closed-bars.ts';
export { analysisJobs } from './jobs.ts';
export { newestRange } from './marks/read-marks.ts';
export { closedCount } from './newest-bars.ts';
export { createPublicRecord } from './record/public-record.ts';
export { analysisRoutes, type ReadMarks } from './routes.ts';
export type { SnapshotStudies } from './snapshot-studies.ts';
export { readSnapshotFigures, readSummary, type SnapshotFigures } from './summary.ts';
