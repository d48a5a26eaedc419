import { existsSync } from 'node:fs';
import { cp, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { lockDataDir, openUnmigrated } from '../db/index.ts';
import { assertDumpWhole } from './dump.ts';
import { PARTS, type Place } from './make-backup.ts';
import { BackupError, type Manifest, readManifest } from './manifest.ts';
import { restoreDump } from './restore-dump.ts';
import { countOthers, countRows, endAllSessions, processOf } from './store.ts';

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
  await client.connect();
  try {
    await assertMayRestore(client, options);
    await restoreDump(databaseUrl, path, { rows, ownPid: await processOf(client) });
  } finally {
    await client.end();
  }
}

/** Puts the files of an embedded database in their place; what stood there is kept beside it. */
async function restoreEmbedded(dataDir: string, from: string, { isReplacing, nowMs }: Options) {
  await mkdir(dataDir, { recursive: true });
  const lock = await lockDataDir(dataDir);
  try {
    for (const name of [PARTS.folder, PARTS.secret]) {
      const target = join(dataDir, name);
      if (existsSync(target)) {
        if (!isReplacing) {
          throw new BackupError(
            `${dataDir} is not empty. Name another folder in DATA_DIR, or add --replace: what it holds is kept beside it.`,
          );
        }
        await rename(target, `${target}.before-${nowMs}`);
      }
      if (existsSync(join(from, name))) await cp(join(from, name), target, { recursive: true });
    }
  } finally {
    await lock.release();
  }
}

function differencesOf(expected: Manifest['rows'], found: Manifest['rows']): string[] {
  return [...new Set([...Object.keys(expected), ...Object.keys(found)])]
    .filter((table) => expected[table] !== found[table])
    .map(
      (table) =>
        `${table}: ${expected[table] ?? 'none'} in the backup, ${found[table] ?? 'none'} restored`,
    );
}

/**
 * Restores a backup and compares the rows of every table with it. Throws a `BackupError` that says what to do where the
 * place is in use or holds something, the backup is damaged or of the other kind of database, or rows differ: PostgreSQL
 * holds what it held before then. All sessions are ended.
 */
export async function restoreBackup(
  place: Place,
  from: string,
  options: Options,
): Promise<Manifest> {
  const manifest = await readManifest(from);
  const { databaseUrl, dataDir } = place;
  if ((manifest.kind === 'postgres') !== (databaseUrl !== null)) {
    throw new BackupError(
      manifest.kind === 'postgres'
        ? 'This is a backup of PostgreSQL: name a database in DATABASE_URL.'
        : 'This is a backup of the embedded database: DATABASE_URL must not be set.',
    );
  }
  if (databaseUrl) await restorePostgres(databaseUrl, from, manifest, options);
  else await restoreEmbedded(dataDir, from, options);
  const { pool, close } = await openUnmigrated(place);
  try {
    const differences = differencesOf(manifest.rows, await countRows(pool));
    // After the comparison: the end of a session is itself noted.
    if ('public.sessions' in manifest.rows) await endAllSessions(pool, options.nowMs);
    if (differences.length > 0) {
      throw new BackupError(`What was restored differs:\n${differences.join('\n')}`);
    }
    return manifest;
  } finally {
    await close();
  }
}
