export { type Analyses, analysesOf } from './analyses.ts';
export { analysisJobs } from './jobs.ts';
export { analysisRoutes, type ReadMarks } from './routes.ts';
