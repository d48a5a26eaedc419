import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS, SECOND_MS } from '@moneytrail/calendar';
import * as z from 'zod/mini';
import type { Metrics } from '../metrics.ts';

type StoredBackup = { folder: string; manifest: Manifest };

const NAME = /^moneytrail-\d{4}-\d{2}-\d{2}T[\d-]+Z$/;
const REHEARSAL_FILE = 'rehearsal.json';
const rehearsal = z.strictObject({ rehearsedAt: z.iso.datetime(), backup: z.string() });

/** The last successful rehearsal: its end, and the creation time of its backup. */
type Rehearsal = z.infer<typeof rehearsal>;

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

/** The complete backups in a folder, oldest first; none if there is no such folder. */
export async function listBackups(dir: string): Promise<StoredBackup[]> {
  const found: StoredBackup[] = [];
  for (const name of await namesIn(dir)) {
    const folder = join(dir, name);
    const manifest = await readManifest(folder).catch(() => null);
    if (manifest) found.push({ folder, manifest });
  }
  return found;
}

/** Removes all but the `kept` newest complete backups, and unfinished ones older than a day. */
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

/** Stores the result of a rehearsal, replacing the previous one. */
export async function noteRehearsal(dir: string, made: Rehearsal): Promise<void> {
  const path = join(dir, REHEARSAL_FILE);
  await writeFile(`${path}.new`, `${JSON.stringify(made)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** The last successful rehearsal; null before the first. */
async function readRehearsal(dir: string): Promise<Rehearsal | null> {
  try {
    return rehearsal.parse(JSON.parse(await readFile(join(dir, REHEARSAL_FILE), 'utf8')));
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

const FILE = 'manifest.json';

const manifest = z.strictObject({
  format: z.literal(1),
  kind: z.enum(['postgres', 'pglite']),
  createdAt: z.string(),
  /** Row counts by `schema.table` at the time of the backup. */
  rows: z.record(z.string(), z.int()),
  /** Size and hash of the PostgreSQL dump; absent in old backups. */
  dump: z.optional(z.strictObject({ bytes: z.int(), sha256: z.string() })),
});

/** A backup's description, which a restore is compared with. */
export type Manifest = z.infer<typeof manifest>;

/** A backup that cannot be used, or a place that must not be overwritten; the message says what to do. */
export class BackupError extends Error {}

/** Written last: a folder without a manifest is an incomplete backup. */
export async function writeManifest(folder: string, content: Manifest): Promise<void> {
  await writeFile(join(folder, FILE), `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
}

/** Throws a `BackupError` if the folder holds no complete backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  try {
    return manifest.parse(JSON.parse(await readFile(join(folder, FILE), 'utf8')));
  } catch (error) {
    throw new BackupError(`${folder} holds no backup, or one that was not finished.`, {
      cause: error,
    });
  }
}

/** Adds the ages of the newest backup and the last rehearsal: infinite before the first, so that alarms fire. */
export function addBackupFigures(
  metrics: Pick<Metrics, 'add'>,
  folder: string,
  clock: { now: () => number },
): void {
  const ageOf = (at: string | undefined) => {
    const ageMs = at === undefined ? Number.POSITIVE_INFINITY : clock.now() - Date.parse(at);
    return [{ value: ageMs / SECOND_MS }];
  };
  metrics.add(
    { name: 'moneytrail_backup_age_seconds', help: 'Age of the newest whole backup.' },
    async () => ageOf((await listBackups(folder)).at(-1)?.manifest.createdAt),
  );
  metrics.add(
    {
      name: 'moneytrail_backup_rehearsal_age_seconds',
      help: 'Since when no restore was rehearsed with success.',
    },
    async () => ageOf((await readRehearsal(folder))?.rehearsedAt),
  );
}
