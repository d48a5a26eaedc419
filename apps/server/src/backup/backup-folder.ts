import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@moneytrail/calendar';
import * as z from 'zod/mini';
import { type Manifest, readManifest } from './manifest.ts';

/** A whole backup in a folder of backups. */
export type StoredBackup = { folder: string; manifest: Manifest };

const NAME = /^moneytrail-\d{4}-\d{2}-\d{2}T[\d-]+Z$/;
const REHEARSAL_FILE = 'rehearsal.json';
const rehearsal = z.strictObject({ rehearsedAt: z.iso.datetime(), backup: z.string() });

/** What came of the last rehearsal that succeeded: when it ended, and of which backup it was. */
export type Rehearsal = z.infer<typeof rehearsal>;

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

async function namesIn(dir: string): Promise<string[]> {
  try {
    return (await readdir(dir)).filter((name) => NAME.test(name)).toSorted();
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

/** The whole backups of a folder, the oldest first; none where there is no such folder. */
export async function listBackups(dir: string): Promise<StoredBackup[]> {
  const found: StoredBackup[] = [];
  for (const name of await namesIn(dir)) {
    const folder = join(dir, name);
    const manifest = await readManifest(folder).catch(() => null);
    if (manifest) found.push({ folder, manifest });
  }
  return found;
}

/** Removes all but the newest whole backups, and what a process that ended left unfinished a day ago or earlier. */
export async function removeOldBackups(dir: string, kept: number, nowMs: number): Promise<void> {
  const whole = (await listBackups(dir)).map(({ folder }) => folder);
  const newest = new Set(whole.slice(-kept));
  for (const name of await namesIn(dir)) {
    const folder = join(dir, name);
    const isOld = whole.includes(folder)
      ? !newest.has(folder)
      : (await stat(folder)).mtimeMs < nowMs - DAY_MS;
    if (isOld) await rm(folder, { recursive: true, force: true });
  }
}

/** Keeps what came of a rehearsal, in the place of the one before. */
export async function noteRehearsal(dir: string, made: Rehearsal): Promise<void> {
  const path = join(dir, REHEARSAL_FILE);
  await writeFile(`${path}.new`, `${JSON.stringify(made)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** The last rehearsal that succeeded; null before the first. */
export async function readRehearsal(dir: string): Promise<Rehearsal | null> {
  try {
    return rehearsal.parse(JSON.parse(await readFile(join(dir, REHEARSAL_FILE), 'utf8')));
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}
