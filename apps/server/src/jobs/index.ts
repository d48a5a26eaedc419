export { defineJob, defineScheduled, type Job, type JobRun } from './define-job.ts';
export { type Jobs, openJobs } from './open-jobs.ts';
