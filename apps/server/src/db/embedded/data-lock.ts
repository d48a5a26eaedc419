import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseOpenError } from '../database-open-error.ts';

const LOCK_FILE = 'moneytrail.lock.db';
const OWNER_FILE = 'moneytrail.owner';
const SQLITE_BUSY = 5;

/** Keeps locks reachable: a garbage-collected database handle would release its lock. */
const held = new Set<DatabaseSync>();

function ownerOf(dataDir: string): string {
  try {
    return ` (${readFileSync(join(dataDir, OWNER_FILE), 'utf8')})`;
  } catch {
    return ''; // The owner has the lock but has not written its name yet.
  }
}

/**
 * Claims a data folder for this process: the embedded database has no lock, and two processes on one folder
 * lose data silently. It is a kernel file lock, taken through SQLite because Node has no API for it: it works across
 * containers of a machine and ends with its process in any case. Throws a `DatabaseOpenError` naming the owner.
 */
export async function lockDataDir(dataDir: string): Promise<{ release: () => Promise<void> }> {
  const lock = new DatabaseSync(join(dataDir, LOCK_FILE), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    const isTaken = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
    throw new DatabaseOpenError(
      isTaken
        ? `Another Moneytrail process${ownerOf(dataDir)} uses ${dataDir}. Stop it, or choose another folder: DATA_DIR=./data2 npm start`
        : `Cannot lock ${dataDir}: ${String(error)}`,
      { cause: error },
    );
  }
  held.add(lock);
  writeFileSync(join(dataDir, OWNER_FILE), `pid ${process.pid} on ${hostname()}`);
  return {
    release: async () => {
      held.delete(lock);
      lock.close();
    },
  };
}
