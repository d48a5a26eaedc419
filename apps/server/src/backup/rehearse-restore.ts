import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '../db/index.ts';
import { createAudit } from '../modules/audit/index.ts';
import { BackupError } from './backup-folder.ts';
import type { Place } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { beginReplacing, countOthers, identityOf, madeAnewOf, processOf } from './store.ts';

type Rehearsed = {
  from: string;
  /** A PostgreSQL database to overwrite; null restores an embedded one into a temporary folder. */
  databaseUrl: string | null;
  /** The product's own PostgreSQL database, which is never touched; null for an embedded one. */
  productUrl: string | null;
  log: Place['log'];
  clock: { now: () => number };
  secret: string;
};

/** Migrates the restored database and checks the audit log, like a start of the server. */
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
 * Restores a backup as an operator would, migrates it, checks the audit log and removes everything again. Throws a
 * `BackupError` that says what is wrong with the backup or with the database; if nothing was restored, the database is
 * unchanged.
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

const RETRY_MS = 100;
const TRIES = 20;

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Throws a `BackupError` if the address is the product's own database. One database may have several addresses, so both
 * are asked for their identity.
 */
async function assertApart(databaseUrl: string, productUrl: string): Promise<void> {
  const [one, other] = [
    await connected(databaseUrl, identityOf),
    await connected(productUrl, identityOf),
  ];
  if (one !== other) return;
  throw new BackupError(
    'BACKUP_REHEARSAL_URL is the database of the product itself, or a copy that follows it. Name another one. Nothing was changed.',
  );
}

/** Empties a database in one transaction. Throws and changes nothing if others use it. */
async function emptyUnused(client: pg.Client): Promise<void> {
  await client.query(`${beginReplacing(await processOf(client))}commit;`);
}

/** A program that has ended stays connected for a moment, in which it may still commit. */
async function waitUntilAlone(client: pg.Client): Promise<void> {
  for (let tries = 0; tries < TRIES && (await countOthers(client)) > 0; tries++) {
    await setTimeout(RETRY_MS);
  }
}

/**
 * Returns a function that removes everything restored into the database from now on, even by a restore that failed
 * without reporting whether it committed. If nothing was restored, the database stays as it is. The function throws if
 * others use the database.
 */
export async function watchRestored(databaseUrl: string): Promise<() => Promise<void>> {
  const before = await connected(databaseUrl, madeAnewOf);
  return () =>
    connected(databaseUrl, async (client) => {
      await waitUntilAlone(client);
      if ((await madeAnewOf(client)) !== before) await emptyUnused(client);
    });
}
