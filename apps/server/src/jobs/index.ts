export { defineJob, type Job } from './define-job.ts';
export { type Jobs, openJobs } from './open-jobs.ts';
