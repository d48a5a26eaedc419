import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseOpenError } from '../database-open-error.ts';

const LOCK_FILE = 'moneytrail.lock';
const MAX_TRIES = 20;

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

/** Takes a dead owner's file away; false where somebody else was quicker, whose lock is then left as it is. */
async function removeStale(path: string, seen: string): Promise<boolean> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch {
    return false;
  }
  const isStale = (await readFile(aside, 'utf8')) === seen;
  if (!isStale) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
  return isStale;
}

async function readOwner(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return null;
  }
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
  await writeFile(draft, JSON.stringify(owner));
  try {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      try {
        await link(draft, path); // Fails where the name exists; the file is whole from its first moment.
        held.add(token);
        return {
          release: async () => {
            held.delete(token);
            await rm(path, { force: true });
          },
        };
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      }
      const text = await readOwner(path);
      if (text === null) continue;
      const other = parseOwner(text);
      if (other && (await isAlive(other))) {
        throw new DatabaseOpenError(
          `Another Moneytrail process (pid ${other.pid}) uses ${dataDir}. Stop it, or choose another folder: DATA_DIR=./data2 npm start`,
        );
      }
      await removeStale(path, text);
    }
    throw new DatabaseOpenError(`Cannot lock ${dataDir}: other processes keep claiming it`);
  } finally {
    await rm(draft, { force: true });
  }
}
