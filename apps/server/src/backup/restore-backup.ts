import { join } from 'node:path';
import pg from 'pg';
import { assertDumpWhole } from './dump.ts';
import { PARTS, type Place } from './make-backup.ts';
import { BackupError, type Manifest, readManifest } from './manifest.ts';
import { restoreDump } from './restore-dump.ts';
import { restoreEmbedded } from './restore-embedded.ts';
import { countOthers, countRows, processOf } from './store.ts';

type Options = {
  /** Whether what the place holds may go. */
  isReplacing: boolean;
  nowMs: number;
};

/** Throws where a PostgreSQL database is used, or holds something that may not go. */
async function assertMayRestore(
  client: pg.Client,
  { isReplacing }: Pick<Options, 'isReplacing'>,
): Promise<void> {
  const others = await countOthers(client);
  if (others > 0) {
    throw new BackupError(`${others} others use this database. Stop every process first.`);
  }
  if (!isReplacing && Object.keys(await countRows(client)).length > 0) {
    throw new BackupError(
      'The database is not empty. Name an empty one in DATABASE_URL, or add --replace to lose what it holds.',
    );
  }
}

/** Nothing is removed before the dump is known to be whole, and nothing is lost where it cannot be restored. */
async function restorePostgres(
  databaseUrl: string,
  from: string,
  { rows, dump }: Manifest,
  options: Options,
): Promise<void> {
  const path = join(from, PARTS.dump);
  await assertDumpWhole(path, dump);
  const client = new pg.Client({ connectionString: databaseUrl });
  // It rests while another one restores: that it breaks meanwhile must not end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await assertMayRestore(client, options);
    const { nowMs } = options;
    await restoreDump(databaseUrl, path, { rows, ownPid: await processOf(client), nowMs });
  } finally {
    await client.end();
  }
}

/**
 * Restores a backup, compares the rows of every table with it and ends all sessions, before what is restored is taken
 * into use. Throws a `BackupError` that says what to do where the place is in use or holds something, the backup is
 * damaged or of the other kind of database, or rows differ: the place holds what it held before then.
 */
export async function restoreBackup(
  place: Place,
  from: string,
  options: Options,
): Promise<Manifest> {
  const manifest = await readManifest(from);
  const { databaseUrl } = place;
  if ((manifest.kind === 'postgres') !== (databaseUrl !== null)) {
    throw new BackupError(
      manifest.kind === 'postgres'
        ? 'This is a backup of PostgreSQL: name a database in DATABASE_URL.'
        : 'This is a backup of the embedded database: DATABASE_URL must not be set.',
    );
  }
  if (databaseUrl) await restorePostgres(databaseUrl, from, manifest, options);
  else await restoreEmbedded(place, from, manifest, options);
  return manifest;
}
