import * as z from 'zod';

/** What a handler knows of the run it is in. */
export type JobRun = {
  id: string;
  /** Aborted when the job expires, when another process took it over, and when this process stops. */
  signal: AbortSignal;
  /** Tells how far the job is; `total` is null while unknown. Kept in `job_progress`, at most once a second. */
  progress: (done: number, total: number | null) => void;
};

/** What is needed to enqueue a job; whoever enqueues needs no handler. */
export type JobKind<Payload = unknown> = {
  /** `module.verb-noun`. */
  name: string;
  payload: z.ZodType<Payload>;
};

type JobDefinition<Payload extends object> = JobKind<Payload> & {
  /** Cron with five fields, in UTC; the payload of a scheduled run is `{}`. */
  schedule?: string;
  /** How often a failed run is tried again, and the first delay; it doubles, with jitter, up to an hour. */
  retry?: { limit: number; delaySeconds: number };
  /** One run at a time over all processes (one a `singletonKey`), and at most one more that waits. */
  singleton?: boolean;
  /** After this a run is aborted and counts as failed; 15 minutes unless given. */
  expireInSeconds?: number;
  /** How many run at once in one process; 1 unless given. */
  concurrency?: number;
  /** Running twice must equal running once: a killed process leaves a job that another one runs again. */
  handler: (payload: Payload, run: JobRun) => Promise<void>;
};

/** A job with its handler, ready to be registered. */
export type Job = JobKind & {
  schedule: string | null;
  retry: { limit: number; delaySeconds: number };
  singleton: boolean;
  expireInSeconds: number;
  concurrency: number;
  /** Parses the stored payload and calls the handler. */
  run: (data: unknown, run: JobRun) => Promise<void>;
};

const JOB_NAME = /^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/;

/** Completes a job with the defaults. Throws where its name is not `module.verb-noun`. */
export function defineJob<Payload extends object>(definition: JobDefinition<Payload>): Job {
  const { name, payload, handler } = definition;
  if (!JOB_NAME.test(name)) throw new Error(`"${name}" is not a job name like module.verb-noun`);
  return {
    name,
    payload,
    schedule: definition.schedule ?? null,
    retry: definition.retry ?? { limit: 5, delaySeconds: 10 },
    singleton: definition.singleton ?? false,
    expireInSeconds: definition.expireInSeconds ?? 15 * 60,
    concurrency: definition.concurrency ?? 1,
    run: (data, run) => handler(payload.parse(data), run),
  };
}

const NO_PAYLOAD = z.object({});

/** A job of the schedule alone: without a payload, and one run of it at a time over all processes. */
export function defineScheduled(
  definition: Pick<JobDefinition<object>, 'name' | 'retry' | 'expireInSeconds'> & {
    schedule: string;
    handler: (run: JobRun) => Promise<void>;
  },
): Job {
  return defineJob({
    ...definition,
    payload: NO_PAYLOAD,
    singleton: true,
    handler: (_payload, run) => definition.handler(run),
  });
}
