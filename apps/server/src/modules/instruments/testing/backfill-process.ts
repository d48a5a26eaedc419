import { openDatabase } from '../../../db/index.ts';
import { silentLog } from '../../../db/testing/test-database.ts';
import { runJob } from '../../../jobs/testing/run-job.ts';
import { STEADY_NOW, steadyWorker } from './steady-worker.ts';

// A worker process that reads a history and reports every question to its vendor. From the given one on none is answered,
// so that it is killed with that one outstanding.
const { DATABASE_URL = '', DATA_DIR = '' } = process.env;
const lastQuestion = Number(process.argv[2]);
let questions = 0;
const place = { databaseUrl: DATABASE_URL || null, dataDir: DATA_DIR };
const database = await openDatabase({ ...place, log: silentLog });
const jobs = steadyWorker(database, STEADY_NOW, () => {
  process.send?.('asked');
  questions++;
  return questions < lastQuestion ? undefined : new Promise(() => undefined);
});
// Keeps the process alive until it is killed.
process.on('message', () => undefined);
await runJob(jobs, 'instruments.backfill');
