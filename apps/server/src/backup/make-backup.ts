import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type DatabaseHandle, lockDataDir, openUnmigrated } from '../db/index.ts';
import type { Log } from '../log.ts';
import { BackupError, type Manifest, writeManifest } from './backup-folder.ts';
import { addressOf, describeDump, runTool } from './postgres-tools.ts';
import { countRows, exportSnapshot } from './store.ts';

/** Names of the parts in a backup's folder. */
export const PARTS = { dump: 'database.dump', folder: 'database', secret: 'secret' } as const;

export type Place = {
  databaseUrl: string | null;
  dataDir: string;
  log: Pick<Log, 'error'>;
};

/** A running server's function to copy its embedded database. */
type CopyFiles = NonNullable<DatabaseHandle['copyFiles']>;

type Content = Pick<Manifest, 'rows' | 'dump'>;

/** A dump and row counts from the same snapshot, while the server runs. */
async function dumpPostgres(databaseUrl: string, folder: string): Promise<Content> {
  const path = join(folder, PARTS.dump);
  // pg_dump keeps the permissions of an existing file.
  await writeFile(path, '', { mode: 0o600, flag: 'wx' });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const snapshot = await exportSnapshot(client);
    const { argument, password } = addressOf(databaseUrl);
    const args = [
      argument,
      '--format=custom',
      '--no-owner',
      '--no-privileges',
      `--snapshot=${snapshot}`,
      `--file=${path}`,
    ];
    await runTool('pg_dump', args, { password });
    return { rows: await countRows(client), dump: await describeDump(path) };
  } finally {
    await client.end();
  }
}

async function copyIfThere(from: string, to: string): Promise<void> {
  await cp(from, to).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  });
}

/** Copies the files of an embedded database that is not in use. */
async function copyUnused({ dataDir }: Place, folder: string): Promise<void> {
  const lock = await lockDataDir(dataDir);
  try {
    await cp(join(dataDir, PARTS.folder), join(folder, PARTS.folder), { recursive: true });
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw isMissing ? new BackupError(`${dataDir} holds no database.`, { cause: error }) : error;
  } finally {
    await lock.release();
  }
}

/** Copies the embedded database's files and verifies the copy by opening it. */
async function copyEmbedded(
  place: Place,
  folder: string,
  copyFiles: CopyFiles | null,
): Promise<Content> {
  const { dataDir, log } = place;
  if (copyFiles) await copyFiles(join(folder, PARTS.folder));
  else await copyUnused(place, folder);
  await copyIfThere(join(dataDir, PARTS.secret), join(folder, PARTS.secret));
  const { pool, close } = await openUnmigrated({ databaseUrl: null, dataDir: folder, log });
  try {
    return { rows: await countRows(pool) };
  } finally {
    await close();
    for (const name of ['moneytrail.lock.db', 'moneytrail.owner']) {
      await rm(join(folder, name), { force: true });
    }
  }
}

/**
 * Writes a backup into a new folder below `to`, readable by its owner alone, and returns the folder. On PostgreSQL the
 * server may run; the embedded database must not be in use, unless its own process passes `copyFiles`. On failure it
 * removes the folder and throws a `BackupError` or `DatabaseOpenError` that says what to do.
 */
export async function makeBackup(
  place: Place,
  to: string,
  nowMs: number,
  copyFiles: CopyFiles | null = null,
): Promise<{ folder: string; manifest: Manifest }> {
  const createdAt = new Date(nowMs).toISOString();
  const folder = join(to, `moneytrail-${createdAt.replace(/[:.]/g, '-')}`);
  await mkdir(to, { recursive: true, mode: 0o700 });
  await mkdir(folder, { mode: 0o700 });
  try {
    const { databaseUrl } = place;
    const content = databaseUrl
      ? await dumpPostgres(databaseUrl, folder)
      : await copyEmbedded(place, folder, copyFiles);
    const kind = databaseUrl ? 'postgres' : 'pglite';
    const manifest = { format: 1, kind, createdAt, ...content } as const;
    await writeManifest(folder, manifest);
    return { folder, manifest };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
