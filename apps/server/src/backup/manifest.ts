import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

const FILE = 'manifest.json';

const manifest = z.strictObject({
  format: z.literal(1),
  kind: z.enum(['postgres', 'pglite']),
  createdAt: z.string(),
  /** Rows of every table, by schema and name, at the moment of the backup. */
  rows: z.record(z.string(), z.int()),
  /** Of the dump of PostgreSQL; backups that were made before it was noted have none. */
  dump: z.optional(z.strictObject({ bytes: z.int(), sha256: z.string() })),
});

/** What a backup says of itself: a restore is compared with it. */
export type Manifest = z.infer<typeof manifest>;

/** A backup that cannot be used, or a place that it may not go to; the message says what to do. */
export class BackupError extends Error {}

/** Written last: a folder without one is no whole backup. */
export async function writeManifest(folder: string, content: Manifest): Promise<void> {
  await writeFile(join(folder, FILE), `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
}

/** Throws a `BackupError` where a folder holds no whole backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  try {
    return manifest.parse(JSON.parse(await readFile(join(folder, FILE), 'utf8')));
  } catch (error) {
    throw new BackupError(`${folder} holds no backup, or one that was not finished.`, {
      cause: error,
    });
  }
}
