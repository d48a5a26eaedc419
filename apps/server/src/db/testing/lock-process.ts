import { lockDataDir } from '../embedded/data-lock.ts';

// A separate process that holds the lock of a folder until it is killed.
const [, , dataDir = ''] = process.argv;
lockDataDir(dataDir).then(
  () => process.send?.('locked'),
  (error: unknown) => process.send?.(String(error)),
);
process.on('message', () => undefined);
