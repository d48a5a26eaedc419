import { resolve } from 'node:path';

/**
 * glibc gives every thread its own arena and hardly returns memory: answers, chunks and compression would cost a third
 * more. With these settings allocations larger than a few pages go straight back to the system. They only take effect at
 * process start, like the location of Node's compile cache.
 */
export const START_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_COMPILE_CACHE: resolve(import.meta.dirname, '../../../node_modules/.cache/compiled'),
};
