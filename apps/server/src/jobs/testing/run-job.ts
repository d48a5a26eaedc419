import type { Job } from '../jobs.ts';

/** Runs a job of a list once, as a worker would; its progress is not kept. */
export async function runJob(
  jobs: readonly Job[],
  name: string,
  payload: object = {},
  signal = new AbortController().signal,
): Promise<void> {
  const job = jobs.find((each) => each.name === name);
  if (!job) throw new Error(`no job ${name}`);
  await job.run(payload, { id: 'test', signal, progress: () => undefined });
}
