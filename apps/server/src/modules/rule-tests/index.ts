export { computeInThread } from './compute-in-thread.ts';
export { type TestWork, testWork } from './compute-test.ts';
export { ruleTestRoutes } from './routes.ts';
export { ruleTestJobs } from './run-test.ts';
