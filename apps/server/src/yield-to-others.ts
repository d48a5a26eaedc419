import { readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** On Linux priorities apply per thread, elsewhere to the whole process. */
const HAS_THREAD_PRIORITIES = process.platform === 'linux';
const STEPS = 10;
const less = () => Math.min(getPriority() + STEPS, constants.priority.PRIORITY_LOW);

/**
 * Lowers this thread's priority, so that the threads that serve cached answers and live prices go first when processors
 * are scarce.
 */
export function yieldToOthers(): void {
  if (HAS_THREAD_PRIORITIES) setPriority(less());
}

/** Lowers this thread's priority below that of all others, for work that nobody waits for at once. */
export function yieldToAll(): void {
  if (HAS_THREAD_PRIORITIES) setPriority(constants.priority.PRIORITY_LOW);
}

/** Lowers the priority of the garbage collector's and compiler's helper threads; call it before starting threads. */
export function helpersYield(): void {
  if (!HAS_THREAD_PRIORITIES) return;
  for (const thread of readdirSync('/proc/self/task').map(Number)) {
    if (thread !== process.pid) setPriority(thread, less());
  }
}
