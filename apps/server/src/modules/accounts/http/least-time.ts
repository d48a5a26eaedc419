import { setTimeout as wait } from 'node:timers/promises';

/** Answers, or fails, no sooner than after a time, so that how long the work took tells nothing about it. */
export async function takeAtLeast<T>(leastMs: number, work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), wait(leastMs)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
