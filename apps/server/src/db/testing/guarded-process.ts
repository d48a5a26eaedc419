import type { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { guardProcess } from '../../process-guard.ts';
import { openDatabase } from '../index.ts';

// A guarded process with an embedded database whose thread ends in the way named by a message.
const log = pino({ level: 'silent' });
const [, , dataDir = ''] = process.argv;
const threads: Worker[] = [];
process.on('worker', (thread) => threads.push(thread));
const database = await openDatabase({ databaseUrl: null, dataDir, log });
const alarms: string[] = [];
guardProcess({
  log: {
    error: () => undefined,
    fatal: ({ err }: { err: Error }) => void alarms.push(err.message),
  } as unknown as Parameters<typeof guardProcess>[0]['log'],
  stop: async () => {
    await database.close();
    process.send?.(alarms);
  },
});
process.on('message', (way) => {
  for (const thread of threads) {
    if (way === 'throws') thread.postMessage({ type: 'connect', port: null });
    if (way === 'ends') void thread.terminate();
  }
});
process.send?.('open');
