import { setFlagsFromString } from 'node:v8';
import { START_ENVIRONMENT } from './start-environment.ts';
import { helpersYield } from './yield-to-others.ts';

/**
 * Importing this keeps the heap's room for new objects at its first size. Left alone it grows to sixteen times that in
 * a burst, as when every instrument is read at once, and stays so: a server that idles afterwards would hold a third
 * more memory. Answers and ingest are as fast without it.
 */
setFlagsFromString('--semi-space-growth-factor=1');

/**
 * What has outlived the room for new objects is collected when it has grown by a third, not by as much again: under
 * load most of it is garbage by then.
 */
setFlagsFromString('--heap-growing-percent=30');

/**
 * Threads that are started later read and pack bars, which are garbage as soon as they are sent: with more room most of
 * it is gone before it is ever copied. Helpers that collect one small heap together cost more than they save.
 */
setFlagsFromString('--min-semi-space-size=8');
setFlagsFromString('--no-parallel-scavenge');

/** Told so, the process begins anew, as the same process. */
const isGlibc = process.platform === 'linux';
if (isGlibc && process.env.MALLOC_ARENA_MAX === undefined && process.channel === undefined) {
  const [node, ...given] = process.argv;
  const args = [node ?? process.execPath, ...process.execArgv, ...given];
  process.execve?.(process.execPath, args, { ...START_ENVIRONMENT, ...process.env });
}

helpersYield();
