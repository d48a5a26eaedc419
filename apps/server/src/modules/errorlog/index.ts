export {
  createErrorLog,
  createLineBuffer,
  type ErrorLog,
  errorLogJobs,
  type LineBuffer,
  OWN_SOURCE,
} from './error-log.ts';
export { errorLogRoutes } from './routes.ts';
