import { setFlagsFromString } from 'node:v8';
import { START_ENVIRONMENT } from './start-environment.ts';
import { helpersYield } from './yield-to-others.ts';

/**
 * Importing this keeps the heap's young generation at its initial size. By default it grows sixteenfold in a burst, as
 * when every instrument is read at once, and never shrinks: an idle server would hold a third more memory. Answers and
 * ingest are as fast without the growth.
 */
setFlagsFromString('--semi-space-growth-factor=1');

/**
 * The old generation is collected when it has grown by a third instead of doubled: under load most of it is garbage by
 * then.
 */
setFlagsFromString('--heap-growing-percent=30');

/**
 * Threads started later read and pack bars, which are garbage as soon as they are sent: with a larger young generation
 * most of it dies before it is ever copied. Parallel collection of a small heap costs more than it saves.
 */
setFlagsFromString('--min-semi-space-size=8');
setFlagsFromString('--no-parallel-scavenge');

/** With glibc, the process re-executes itself with the environment below. */
const isGlibc = process.platform === 'linux';
if (isGlibc && process.env.MALLOC_ARENA_MAX === undefined && process.channel === undefined) {
  const [node, ...given] = process.argv;
  const args = [node ?? process.execPath, ...process.execArgv, ...given];
  process.execve?.(process.execPath, args, { ...START_ENVIRONMENT, ...process.env });
}

helpersYield();
