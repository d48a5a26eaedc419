import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataDir, openUnmigrated } from '../db/index.ts';
import { PARTS, type Place } from './make-backup.ts';
import { BackupError, type Manifest } from './manifest.ts';
import { commitRestored } from './store.ts';

/** The database last: with it the restored folder is in use. */
const NAMES = [PARTS.secret, PARTS.folder] as const;
/** Below the data folder, so that what is ready only has to be renamed; only who has its lock uses it. */
const READY = 'restoring';

/** Opens copied files, compares the rows of every table and ends all sessions. */
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
 * Puts the files of an embedded database in their place once their rows were compared and their sessions are ended; what
 * stood there is kept beside it. Throws a `BackupError` where something stands there that may not be replaced, or rows
 * differ: all is as it was then.
 */
export async function restoreEmbedded(
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
    // One that was killed left its own.
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
