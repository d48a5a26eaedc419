import { readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** On Linux a priority is a thread's own, elsewhere the whole process would have it. */
const HAS_THREAD_PRIORITIES = process.platform === 'linux';
const STEPS = 10;
const less = () => Math.min(getPriority() + STEPS, constants.priority.PRIORITY_LOW);

/**
 * Lets the other threads of the process go first where there are too few processors: those that answer what is at hand
 * and follow live prices.
 */
export function yieldToOthers(): void {
  if (HAS_THREAD_PRIORITIES) setPriority(less());
}

/** Lets the collector's and compiler's helpers go behind the first thread; called before other threads are started. */
export function helpersYield(): void {
  if (!HAS_THREAD_PRIORITIES) return;
  for (const thread of readdirSync('/proc/self/task').map(Number)) {
    if (thread !== process.pid) setPriority(thread, less());
  }
}
