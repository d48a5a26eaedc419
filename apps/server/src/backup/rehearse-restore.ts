import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../db/index.ts';
import { createAudit } from '../modules/audit/index.ts';
import type { Place } from './make-backup.ts';
import { BackupError } from './manifest.ts';
import { assertApart, watchRestored } from './rehearsal-place.ts';
import { restoreBackup } from './restore-backup.ts';

type Rehearsed = {
  from: string;
  /** A database of PostgreSQL that is lost; null restores an embedded one into a folder that is removed. */
  databaseUrl: string | null;
  /** The product's own database of PostgreSQL, which is never touched; null where it is an embedded one. */
  productUrl: string | null;
  log: Place['log'];
  clock: { now: () => number };
  /** Of the installation: the record is checked with it. */
  secret: string;
};

/** Brings the tables to their newest form and checks the record, as a start of the server does. */
async function checkRestored(
  place: Place,
  { from, log, clock, secret }: Omit<Rehearsed, 'databaseUrl' | 'productUrl'>,
): Promise<void> {
  const { db, close } = await openDatabase(place);
  try {
    const { isIntact } = await createAudit({ db, clock, log, secret }).check();
    if (!isIntact) throw new BackupError(`The record of who did what is broken in ${from}.`);
  } finally {
    await close();
  }
}

/**
 * Restores a backup as an operator would, brings its tables to the newest form and checks the record; nothing of it is
 * left afterwards. Throws a `BackupError` that says what is wrong with the backup, or with the database for it: where
 * nothing was restored, that holds what it held.
 */
export async function rehearseRestore({
  databaseUrl,
  productUrl,
  ...rehearsed
}: Rehearsed): Promise<void> {
  const { from, log, clock } = rehearsed;
  if (databaseUrl !== null && productUrl !== null) await assertApart(databaseUrl, productUrl);
  const dataDir = await mkdtemp(join(tmpdir(), 'moneytrail-rehearsal-'));
  const place = { databaseUrl, dataDir, log };
  try {
    const removeRestored = databaseUrl === null ? null : await watchRestored(databaseUrl);
    try {
      await restoreBackup(place, from, { isReplacing: true, nowMs: clock.now() });
      await checkRestored(place, rehearsed);
    } finally {
      await removeRestored?.();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
