export { defineJob, defineScheduled, type Job, type JobRun, type Jobs, openJobs } from './jobs.ts';
