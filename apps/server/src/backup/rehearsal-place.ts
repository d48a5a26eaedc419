import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { BackupError } from './manifest.ts';
import { beginReplacing, countOthers, identityOf, madeAnewOf, processOf } from './store.ts';

const RETRY_MS = 100;
const TRIES = 20;

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Throws a `BackupError` where an address leads to the database of the product: two addresses of one database need not
 * look alike, so both ends are asked what they are.
 */
export async function assertApart(databaseUrl: string, productUrl: string): Promise<void> {
  const [one, other] = [
    await connected(databaseUrl, identityOf),
    await connected(productUrl, identityOf),
  ];
  if (one !== other) return;
  throw new BackupError(
    'BACKUP_REHEARSAL_URL is the database of the product itself, or a copy that follows it. Name another one. Nothing was changed.',
  );
}

/** Removes everything that a database holds, in one transaction. Throws where others use it; it is as it was then. */
async function emptyUnused(client: pg.Client): Promise<void> {
  await client.query(`${beginReplacing(await processOf(client))}commit;`);
}

/** A program that ended is connected for a moment longer, and may commit in it. */
async function waitUntilAlone(client: pg.Client): Promise<void> {
  for (let tries = 0; tries < TRIES && (await countOthers(client)) > 0; tries++) {
    await setTimeout(RETRY_MS);
  }
}

/**
 * Answers what removes all that is restored into a database from now on, also by a restore that failed without saying
 * whether it was committed. What nothing was restored over stays. That throws where others use the database.
 */
export async function watchRestored(databaseUrl: string): Promise<() => Promise<void>> {
  const before = await connected(databaseUrl, madeAnewOf);
  return () =>
    connected(databaseUrl, async (client) => {
      await waitUntilAlone(client);
      if ((await madeAnewOf(client)) !== before) await emptyUnused(client);
    });
}
