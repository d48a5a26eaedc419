import { randomUUID } from 'node:crypto';
import { copyFile, link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DatabaseOpenError } from '../database-open-error.ts';

const LOCK_FILE = 'moneytrail.lock';
const MAX_TRIES = 200;
const RETRY_MS = 10;
/** A takeover lasts milliseconds; a file of one that is older was left by a process that ended in its midst. */
const ABANDONED_MS = 10_000;

type Owner = { pid: number; startedAt: string | null; token: string };

/** Locks of this process: a process identifier alone cannot tell two of its own openings apart. */
const held = new Set<string>();

/** When a process began, in the kernel's ticks: tells a process from a later one with the same identifier. */
async function startOf(pid: number): Promise<string | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null; // No such process, or a system without /proc: the identifier alone has to do.
  }
}

async function isAlive(owner: Owner): Promise<boolean> {
  if (owner.pid === process.pid) return held.has(owner.token);
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const startedAt = await startOf(owner.pid);
  return owner.startedAt === null || startedAt === null || startedAt === owner.startedAt;
}

function parseOwner(text: string): Owner | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('pid' in value)) return null;
    const { pid } = value;
    if (typeof pid !== 'number' || !Number.isInteger(pid) || pid <= 0) return null;
    const startedAt =
      'startedAt' in value && typeof value.startedAt === 'string' ? value.startedAt : null;
    const token = 'token' in value && typeof value.token === 'string' ? value.token : '';
    return { pid, startedAt, token };
  } catch {
    return null; // Written by nobody who still runs: a lock file is complete from the moment it exists.
  }
}

async function readOwner(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return null; // Nobody holds it, or no longer.
  }
}

/** Gives a file a second name; false where the name is taken. The file is whole from the name's first moment. */
async function claimName(draft: string, name: string): Promise<boolean> {
  try {
    await link(draft, name);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Puts our lock in the place of a dead one. One process at a time may, so that nobody replaces a living one. */
async function takeOver(path: string, draft: string, seen: string): Promise<boolean> {
  const turn = `${path}.takeover`;
  if (!(await claimName(draft, turn))) {
    const age = await stat(turn).then(
      ({ ctimeMs }) => Date.now() - ctimeMs,
      () => 0,
    );
    if (age > ABANDONED_MS) await rm(turn, { force: true });
    return false;
  }
  try {
    if ((await readOwner(path)) !== seen) return false;
    await copyFile(draft, `${draft}.own`);
    await rename(`${draft}.own`, path);
    return true;
  } finally {
    await rm(turn, { force: true });
  }
}

async function claim(path: string, draft: string, dataDir: string): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (await claimName(draft, path)) return;
    const text = await readOwner(path);
    const other = text === null ? null : parseOwner(text);
    if (other && (await isAlive(other))) {
      throw new DatabaseOpenError(
        `Another Moneytrail process (pid ${other.pid}) uses ${dataDir}. Stop it, or choose another folder: DATA_DIR=./data2 npm start`,
      );
    }
    if (text !== null && (await takeOver(path, draft, text))) return;
    await setTimeout(RETRY_MS);
  }
  throw new DatabaseOpenError(`Cannot lock ${dataDir}: other processes keep claiming it`);
}

/**
 * Claims a data folder for this process: the embedded database has no lock of its own and two processes on one folder
 * lose data silently. A dead process's lock is taken over. Throws a `DatabaseOpenError` naming the living owner.
 */
export async function lockDataDir(dataDir: string): Promise<{ release: () => Promise<void> }> {
  const path = join(dataDir, LOCK_FILE);
  const token = randomUUID();
  const owner: Owner = { pid: process.pid, startedAt: await startOf(process.pid), token };
  const draft = `${path}.${token}`;
  held.add(token);
  try {
    await writeFile(draft, JSON.stringify(owner));
    await claim(path, draft, dataDir);
  } catch (error) {
    held.delete(token);
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return {
    release: async () => {
      held.delete(token);
      await rm(path, { force: true });
    },
  };
}
