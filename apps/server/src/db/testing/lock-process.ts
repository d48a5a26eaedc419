import { lockDataDir } from '../embedded/data-lock.ts';

// A process of its own that holds the lock of a folder until it is ended.
const [, , dataDir = ''] = process.argv;
lockDataDir(dataDir).then(
  () => process.send?.('locked'),
  (error: unknown) => process.send?.(String(error)),
);
process.on('message', () => undefined);
