import { pino } from 'pino';
import * as z from 'zod';
import { openDatabase } from '../../db/index.ts';
import { defineJob, openJobs } from '../index.ts';

// A separate process that takes a job and never finishes it.
const log = pino({ level: 'silent' });
const { DATABASE_URL = '', DATA_DIR = '' } = process.env;
const database = await openDatabase({ databaseUrl: DATABASE_URL || null, dataDir: DATA_DIR, log });
const deps = { database, clock: { now: Date.now }, log };
const jobs = await openJobs(deps, { isWorker: true });
const stuck = defineJob({
  name: 'test.stuck',
  payload: z.object({}),
  retry: { limit: 3, delaySeconds: 1 },
  expireInSeconds: 2,
  handler: async () => {
    process.send?.('taken');
    await new Promise(() => undefined);
  },
});
await jobs.start([stuck]);
await jobs.enqueue(stuck, {});
