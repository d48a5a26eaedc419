import pg from 'pg';
import { BackupError } from './manifest.ts';
import { beginReplacing, identityOf, processOf } from './store.ts';

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
export function emptyUnused(databaseUrl: string): Promise<void> {
  return connected(databaseUrl, async (client) => {
    await client.query(`${beginReplacing(await processOf(client))}commit;`);
  });
}
