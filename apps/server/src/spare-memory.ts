import { setFlagsFromString } from 'node:v8';

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
 * third more. How many such arenas there are is read when a process starts, so it begins anew, as the same process.
 */
const isGlibc = process.platform === 'linux';
if (isGlibc && process.env.MALLOC_ARENA_MAX === undefined && process.channel === undefined) {
  const [node, ...given] = process.argv;
  process.execve?.(process.execPath, [node ?? process.execPath, ...process.execArgv, ...given], {
    ...process.env,
    MALLOC_ARENA_MAX: '2',
  });
}
