import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseOpenError } from '../database-open-error.ts';

const LOCK_FILE = 'moneytrail.lock.db';
const OWNER_FILE = 'moneytrail.owner';
const SQLITE_BUSY = 5;

/** A lock that nothing refers to would be collected, and with it the lock. */
const held = new Set<DatabaseSync>();

function ownerOf(dataDir: string): string {
  try {
    return ` (${readFileSync(join(dataDir, OWNER_FILE), 'utf8')})`;
  } catch {
    return ''; // It has the lock and has not yet written who it is.
  }
}

/**
 * Claims a data folder for this process: the embedded database has no lock of its own and two processes on one folder
 * lose data silently. The lock is the kernel's, on a file, taken through SQLite as Node has no call for it: it holds
 * between containers of a machine and ends with its process, however that ends. Throws a `DatabaseOpenError` naming
 * the owner.
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
