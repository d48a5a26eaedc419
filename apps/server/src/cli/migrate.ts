import { parseArgs } from 'node:util';
import { Kysely, PostgresDialect } from 'kysely';
import { readConfig } from '../config.ts';
import { openDatabase, openUnmigrated, pendingMigrations } from '../db/index.ts';
import { openJobs } from '../jobs/index.ts';
import { commandLog } from './open-store.ts';
import { EXIT, runCommand } from './run-command.ts';

const HELP = `Brings the database and the queues to the form that this version needs.

  npm run migrate [-- --pending]

The server does the same at start. With --pending the command changes nothing, lists the migrations that are missing, and ends
with 1 if there are any.`;

type Place = Parameters<typeof openDatabase>[0];

async function tellPending(place: Place): Promise<number> {
  const { pool, close } = await openUnmigrated(place);
  try {
    const names = await pendingMigrations(new Kysely({ dialect: new PostgresDialect({ pool }) }));
    console.log(
      names.length === 0 ? 'No migration is missing.' : `Missing:\n  ${names.join('\n  ')}`,
    );
    return names.length === 0 ? EXIT.done : EXIT.refused;
  } finally {
    await close();
  }
}

async function migrate(): Promise<number> {
  const { values } = parseArgs({ options: { pending: { type: 'boolean', default: false } } });
  const { databaseDirectUrl: databaseUrl, dataDir } = readConfig(process.env);
  const place = { databaseUrl, dataDir, log: commandLog };
  if (values.pending) return tellPending(place);
  const database = await openDatabase(place);
  try {
    const clock = { now: Date.now };
    const jobs = await openJobs({ database, clock, log: commandLog }, { isWorker: false });
    await jobs.close();
  } finally {
    await database.close();
  }
  console.log('The database has the form that this version needs.');
  return EXIT.done;
}

await runCommand(HELP, migrate);
