import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { identifyingText } from '../text.ts';

const moment = z.string();

/** The state of one queue. */
const jobQueue = z.strictObject({
  job: z.string(),
  summary: z.string(),
  isRunnable: z.boolean(),
  schedule: z.nullable(z.string()),
  waiting: z.int(),
  retrying: z.int(),
  running: z.int(),
  dead: z.int(),
  lastDoneAt: z.nullable(moment),
});
export type JobQueue = z.infer<typeof jobQueue>;

const runningJob = z.strictObject({
  _id: z.string(),
  job: z.string(),
  startedAt: moment,
  done: z.nullable(z.int()),
  total: z.nullable(z.int()),
});
export type RunningJob = z.infer<typeof runningJob>;

const failedJob = z.strictObject({
  _id: z.string(),
  job: z.string(),
  state: z.enum(['retrying', 'dead']),
  error: z.string(),
  failedAt: z.nullable(moment),
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

export const listJobs = endpoint({
  name: 'listJobs',
  summary: 'Returns the state of the job queues and their failures.',
  method: 'GET',
  path: '/api/admin/jobs',
  access: 'superAdmin',
  response: jobsOverview,
});

export const runJob = endpoint({
  name: 'runJob',
  summary: 'Runs a scheduled job now.',
  method: 'POST',
  path: '/api/admin/jobs/run',
  access: 'superAdmin',
  body: z.strictObject({ job: identifyingText().check(z.minLength(1), z.maxLength(100)) }),
  response: z.undefined(),
});

export const retryJob = endpoint({
  name: 'retryJob',
  summary: 'Retries a dead job.',
  method: 'POST',
  path: '/api/admin/jobs/:id/retry',
  access: 'superAdmin',
  params: z.strictObject({ id: z.uuid() }),
  response: z.undefined(),
});
