import { openDatabase } from '../../../db/index.ts';
import { silentLog } from '../../../db/testing/test-database.ts';
import { runJob } from '../../../jobs/testing/run-job.ts';
import { STEADY_NOW, steadyWorker } from './steady-worker.ts';

// A worker of its own that reads a history and tells of every question to its vendor, until it is killed.
const { DATABASE_URL = '', DATA_DIR = '' } = process.env;
const place = { databaseUrl: DATABASE_URL || null, dataDir: DATA_DIR };
const database = await openDatabase({ ...place, log: silentLog });
const jobs = steadyWorker(database, STEADY_NOW, () => process.send?.('asked'));
await runJob(jobs, 'instruments.backfill');
process.send?.('done');
