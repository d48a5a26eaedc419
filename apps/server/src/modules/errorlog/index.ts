export { createErrorLog, type ErrorLog } from './error-log.ts';
export { errorLogJobs } from './jobs.ts';
export { createLineBuffer, type LineBuffer } from './line-buffer.ts';
export { OWN_SOURCE } from './read-log-line.ts';
export { errorLogRoutes } from './routes.ts';
