import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATIENT_WAITS } from '../../testing/patient.ts';
import { type DatabaseHandle, openDatabase } from '../index.ts';
import { embeddedTemplate, postgresTemplate } from './templates.ts';
import { addressOf, run, silentLog } from './test-server.ts';

export type DatabaseKind = DatabaseHandle['kind'];
export { silentLog };

/** The databases a suite runs on. Without PostgreSQL its tests fail rather than being skipped. */
export const DATABASE_KINDS = ['pglite', 'postgres'] as const satisfies readonly DatabaseKind[];

/** For tests that need just one kind. */
export const ANY_KIND: DatabaseKind = 'postgres';

/** For suites whose SQL is the same on both: one kind in `npm test`, both in `npm run test:long`. */
export const USUAL_KINDS: readonly DatabaseKind[] =
  process.env.TEST_LONG === 'true' ? DATABASE_KINDS : [ANY_KIND];

/** A new PostgreSQL database, empty or a copy of another; `drop` ends every connection to it. */
export async function createPostgres(
  template = 'template1',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await run(`create database ${name} template ${template}`);
  return { url: addressOf(name), drop: () => run(`drop database ${name} with (force)`) };
}

/** A new empty folder for an embedded database. */
export function createDataDir(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'moneytrail-'));
}

/** A place for a database of either kind; `drop` removes it, even if it is still in use. */
export type TestPlace = {
  databaseUrl: string | null;
  dataDir: string;
  drop: () => Promise<void>;
};

async function makePlace(
  kind: DatabaseKind,
  templates: { folder: string | null; database: string | null },
): Promise<TestPlace> {
  const dataDir = await createDataDir();
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  if (kind === 'pglite') {
    if (templates.folder) cpSync(templates.folder, join(dataDir, 'database'), { recursive: true });
    return { databaseUrl: null, dataDir, drop: removeFolder };
  }
  const { url, drop } = await createPostgres(templates.database ?? undefined);
  return {
    databaseUrl: url,
    dataDir,
    drop: async () => {
      await drop();
      await removeFolder();
    },
  };
}

export function createEmptyPlace(kind: DatabaseKind): Promise<TestPlace> {
  return makePlace(kind, { folder: null, database: null });
}

/** A new place with a migrated database, which saves seconds. */
export async function createTestPlace(kind: DatabaseKind): Promise<TestPlace> {
  return makePlace(kind, {
    folder: kind === 'pglite' ? await embeddedTemplate() : null,
    database: kind === 'postgres' ? await postgresTemplate() : null,
  });
}

/** A new migrated database of either kind, removed by `close`. */
export async function openTestDatabase(kind: DatabaseKind): Promise<DatabaseHandle> {
  const { drop, ...place } = await createTestPlace(kind);
  const handle = await openDatabase({ ...place, waits: PATIENT_WAITS, log: silentLog });
  const close = async () => {
    await handle.close();
    await drop();
  };
  return { ...handle, close };
}
