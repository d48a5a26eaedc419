import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { lockDataDir, openUnmigrated } from '../db/index.ts';
import { BackupError, type Manifest, readManifest } from './backup-folder.ts';
import { PARTS, type Place } from './make-backup.ts';
import { addressOf, assertDumpWhole, startTool } from './postgres-tools.ts';
import { beginReplacing, commitRestored, countOthers, countRows, processOf } from './store.ts';

type Options = {
  /** True if existing data may be replaced. */
  isReplacing: boolean;
  nowMs: number;
};

/** Throws if a PostgreSQL database is in use, or holds data that must not be replaced. */
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

/** Verifies the dump before anything is removed; a failed restore loses nothing. */
async function restorePostgres(
  databaseUrl: string,
  from: string,
  { rows, dump }: Manifest,
  options: Options,
): Promise<void> {
  const path = join(from, PARTS.dump);
  await assertDumpWhole(path, dump);
  const client = new pg.Client({ connectionString: databaseUrl });
  // Idle while another connection restores: an error on it must not end the process.
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
 * Restores a backup; before it takes effect, compares the row counts of every table and ends all sessions. Throws a
 * `BackupError` that says what to do and changes nothing if the place is in use or not empty, the backup is damaged or of
 * the other kind of database, or row counts differ.
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

/**
 * Replaces the content of a database by a dump and ends all sessions, in one transaction. If anything fails, including
 * the comparison of row counts, the database is unchanged. Throws a `BackupError` with the reason.
 */
async function restoreDump(
  databaseUrl: string,
  path: string,
  { rows, ownPid, nowMs }: { rows: Record<string, number>; ownPid: number; nowMs: number },
): Promise<void> {
  const { argument, password } = addressOf(databaseUrl);
  const script = startTool(
    'pg_restore',
    ['--no-owner', '--no-privileges', '--clean', '--if-exists', '--file=-', path],
    { output: 'pipe' },
  );
  const target = startTool(
    'psql',
    ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--file=-', argument],
    { input: 'pipe', password },
  );
  const { input } = target;
  const { output } = script;
  if (!input || !output) throw new Error('the programs have no pipes');
  // A program's failure is reported by its `done`.
  input.on('error', () => {});
  const feed = async () => {
    try {
      input.write(beginReplacing(ownPid));
      await pipeline(output, input, { end: false });
      await script.done;
      input.end(commitRestored(rows, nowMs));
    } catch (error) {
      script.child.kill();
      // psql rolls back when its input ends without a commit.
      input.destroy();
      throw error;
    }
  };
  const failures: unknown[] = [];
  const note = (error: unknown) => void failures.push(error);
  await Promise.all([
    target.done.catch(note),
    script.done.catch((error) => script.child.killed || note(error)),
    feed().catch(note),
  ]);
  // A broken pipe is a consequence: prefer the program's own error.
  if (failures.length > 0)
    throw failures.find((each) => each instanceof BackupError) ?? failures[0];
}

/** The database comes last: moving it in puts the restored folder into use. */
const NAMES = [PARTS.secret, PARTS.folder] as const;
/** Below the data folder, so that the result only has to be renamed; protected by the folder's lock. */
const READY = 'restoring';

/** Opens the copied files, compares row counts and ends all sessions. */
async function finish(place: Place, rows: Manifest['rows'], nowMs: number): Promise<void> {
  const { pool, close } = await openUnmigrated(place);
  try {
    await pool.query(`begin;${commitRestored(rows, nowMs)}`);
  } catch (cause) {
    throw new BackupError(cause instanceof Error ? cause.message : String(cause), { cause });
  } finally {
    await close();
  }
}

/**
 * Moves the files of an embedded database into place after comparing row counts and ending sessions; existing files are
 * kept beside them. Throws a `BackupError` and changes nothing if existing files must not be replaced, or row counts
 * differ.
 */
async function restoreEmbedded(
  { dataDir, log }: Place,
  from: string,
  { rows }: Manifest,
  { isReplacing, nowMs }: { isReplacing: boolean; nowMs: number },
): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const lock = await lockDataDir(dataDir);
  const ready = join(dataDir, READY);
  try {
    if (!isReplacing && NAMES.some((name) => existsSync(join(dataDir, name)))) {
      throw new BackupError(
        `${dataDir} is not empty. Name another folder in DATA_DIR, or add --replace: what it holds is kept beside it.`,
      );
    }
    // Left over from a killed restore.
    await rm(ready, { recursive: true, force: true });
    await mkdir(ready, { mode: 0o700 });
    for (const name of NAMES) {
      const source = join(from, name);
      if (existsSync(source)) await cp(source, join(ready, name), { recursive: true });
    }
    await finish({ databaseUrl: null, dataDir: ready, log }, rows, nowMs);
    for (const name of NAMES) {
      const target = join(dataDir, name);
      if (existsSync(target)) await rename(target, `${target}.before-${nowMs}`);
      if (existsSync(join(ready, name))) await rename(join(ready, name), target);
    }
  } finally {
    await rm(ready, { recursive: true, force: true });
    await lock.release();
  }
}
