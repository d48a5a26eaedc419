export { instrumentJobs } from './jobs.ts';
export { instrumentRoutes } from './routes.ts';
