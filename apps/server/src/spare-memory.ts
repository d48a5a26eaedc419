import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { helpersYield } from './yield-to-others.ts';

/**
 * Importing this keeps the heap's room for new objects at its first size. Left alone it grows to sixteen times that in
 * a burst, as when every instrument is read at once, and stays so: a server that idles afterwards would hold a third
 * more memory. Answers and ingest are as fast without it.
 */
setFlagsFromString('--semi-space-growth-factor=1');

/**
 * Threads that are started later read and pack bars, which are garbage as soon as they are sent: with more room most of
 * it is gone before it is ever copied. Helpers that collect one small heap together cost more than they save.
 */
setFlagsFromString('--min-semi-space-size=8');
setFlagsFromString('--no-parallel-scavenge');

/**
 * glibc gives every thread memory of its own and hardly returns any of it: answers, chunks and compression would cost a
 * third more. What is larger than a few pages goes straight back to the system. It is told so when a process starts, and
 * Node where it finds what it has compiled before: the process begins anew, as the same process.
 */
const AT_START = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_COMPILE_CACHE: resolve(import.meta.dirname, '../../../node_modules/.cache/compiled'),
};
const isGlibc = process.platform === 'linux';
if (isGlibc && process.env.MALLOC_ARENA_MAX === undefined && process.channel === undefined) {
  const [node, ...given] = process.argv;
  const args = [node ?? process.execPath, ...process.execArgv, ...given];
  process.execve?.(process.execPath, args, { ...AT_START, ...process.env });
}

helpersYield();
