import { setImmediate as nextTurn } from 'node:timers/promises';

/** Other work of the thread waits no longer than about this. */
const SLICE_MS = 8;

/** Runs steps to their end, and lets others run before and in between. Throws the reason of an aborted signal. */
export async function inSlices<T>(
  steps: Generator<void, T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (;;) {
    await nextTurn();
    signal?.throwIfAborted();
    const untilMs = performance.now() + SLICE_MS;
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (performance.now() < untilMs);
  }
}
