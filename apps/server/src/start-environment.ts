import { resolve } from 'node:path';

/**
 * glibc gives every thread memory of its own and hardly returns any of it: answers, chunks and compression would cost a
 * third more. What is larger than a few pages goes straight back to the system. It is told so when a process starts, and
 * Node where it finds what it has compiled before.
 */
export const START_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_COMPILE_CACHE: resolve(import.meta.dirname, '../../../node_modules/.cache/compiled'),
};
