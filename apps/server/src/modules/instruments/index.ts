export { importJobs } from './imports/run-import.ts';
export { instrumentJobs } from './jobs.ts';
export { instrumentRoutes } from './routes.ts';
