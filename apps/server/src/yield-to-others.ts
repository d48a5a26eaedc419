import { constants, getPriority, setPriority } from 'node:os';

const STEPS = 5;

/**
 * Lets the other threads of the process go first where there are too few processors: those that answer what is at hand
 * and follow live prices. On Linux a priority is a thread's own, elsewhere the whole process would have it.
 */
export function yieldToOthers(): void {
  if (process.platform !== 'linux') return;
  setPriority(Math.min(getPriority() + STEPS, constants.priority.PRIORITY_LOW));
}
