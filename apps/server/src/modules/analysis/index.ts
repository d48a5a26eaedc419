export { analysisJobs } from './jobs.ts';
export { analysisRoutes } from './routes.ts';
