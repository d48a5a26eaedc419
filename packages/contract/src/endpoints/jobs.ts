import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

const moment = z.string();

/** One kind of job: how many of it wait, run, will be tried again, and failed for good. */
const jobQueue = z.strictObject({
  job: z.string(),
  /** Cron with five fields, in UTC; null for what is enqueued by need. */
  schedule: z.nullable(z.string()),
  waiting: z.int(),
  retrying: z.int(),
  running: z.int(),
  dead: z.int(),
  /** When the last run was done that is still remembered. */
  lastDoneAt: z.nullable(moment),
});
export type JobQueue = z.infer<typeof jobQueue>;

const runningJob = z.strictObject({
  _id: z.string(),
  job: z.string(),
  startedAt: moment,
  /** How far it is; null where it does not tell. */
  done: z.nullable(z.int()),
  total: z.nullable(z.int()),
});
export type RunningJob = z.infer<typeof runningJob>;

const failedJob = z.strictObject({
  _id: z.string(),
  job: z.string(),
  /** Whether it will be tried again, or failed for good. */
  state: z.enum(['retrying', 'dead']),
  error: z.string(),
  failedAt: z.nullable(moment),
  /** Runs so far. */
  runs: z.int(),
  nextRunAt: z.nullable(moment),
});
export type FailedJob = z.infer<typeof failedJob>;

const deadMessage = z.strictObject({
  _id: z.string(),
  channel: z.enum(['email', 'sms']),
  error: z.string(),
  attempts: z.int(),
  createdAt: moment,
});
export type DeadMessage = z.infer<typeof deadMessage>;

const jobsOverview = z.strictObject({
  queues: z.array(jobQueue),
  running: z.array(runningJob),
  failed: z.array(failedJob),
  messages: z.array(deadMessage),
});
export type JobsOverview = z.infer<typeof jobsOverview>;

/** What the queues do now; of running, failed and messages the newest 200 each. */
export const listJobs = endpoint({
  name: 'listJobs',
  summary: 'What the queues do now, and what failed.',
  method: 'GET',
  path: '/api/admin/jobs',
  access: 'superAdmin',
  response: jobsOverview,
});

/** Runs a job again that failed for good. 404 where it is not among the dead letters any more, 409 where one waits already. */
export const retryJob = endpoint({
  name: 'retryJob',
  summary: 'Runs a job again that failed for good.',
  method: 'POST',
  path: '/api/admin/jobs/:id/retry',
  access: 'superAdmin',
  params: z.strictObject({ id: z.uuid() }),
  response: z.undefined(),
});
