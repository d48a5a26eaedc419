import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { identifyingText } from '../text.ts';

const moment = z.string();

/** The state of one queue. */
const jobQueue = z.strictObject({
  job: z.string(),
  /** Its task in a sentence. */
  summary: z.string(),
  /** Whether it can be run now: a job that works without a payload. */
  isRunnable: z.boolean(),
  /** Cron with five fields, in UTC; null for jobs that are enqueued on demand. */
  schedule: z.nullable(z.string()),
  waiting: z.int(),
  retrying: z.int(),
  running: z.int(),
  dead: z.int(),
  /** The end of the last run that is still on record. */
  lastDoneAt: z.nullable(moment),
});
export type JobQueue = z.infer<typeof jobQueue>;

const runningJob = z.strictObject({
  _id: z.string(),
  job: z.string(),
  startedAt: moment,
  /** Progress; null if the job does not report it. */
  done: z.nullable(z.int()),
  total: z.nullable(z.int()),
});
export type RunningJob = z.infer<typeof runningJob>;

const failedJob = z.strictObject({
  _id: z.string(),
  job: z.string(),
  /** A dead job is not retried. */
  state: z.enum(['retrying', 'dead']),
  error: z.string(),
  failedAt: z.nullable(moment),
  /** The number of runs so far. */
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

/** At most the newest 200 running jobs, failed jobs and messages each. */
export const listJobs = endpoint({
  name: 'listJobs',
  summary: 'Returns the state of the job queues and their failures.',
  method: 'GET',
  path: '/api/admin/jobs',
  access: 'superAdmin',
  response: jobsOverview,
});

/** 404 if there is no such job, or if it needs a payload; 409 if a run already waits. */
export const runJob = endpoint({
  name: 'runJob',
  summary: 'Runs a scheduled job now.',
  method: 'POST',
  path: '/api/admin/jobs/run',
  access: 'superAdmin',
  body: z.strictObject({ job: identifyingText().check(z.minLength(1), z.maxLength(100)) }),
  response: z.undefined(),
});

/** 404 if it is no longer a dead letter, 409 if one is already waiting. */
export const retryJob = endpoint({
  name: 'retryJob',
  summary: 'Retries a dead job.',
  method: 'POST',
  path: '/api/admin/jobs/:id/retry',
  access: 'superAdmin',
  params: z.strictObject({ id: z.uuid() }),
  response: z.undefined(),
});
