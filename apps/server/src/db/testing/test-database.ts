import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type DatabaseHandle, openDatabase } from '../index.ts';

const DEFAULT_URL = 'postgres://postgres@127.0.0.1:5432/postgres';
const ADMIN_URL = process.env.TEST_DATABASE_URL ?? DEFAULT_URL;
const PROBE_TIMEOUT_MS = 1_000;

export type DatabaseKind = DatabaseHandle['kind'];
export const silentLog = { error: () => undefined, warn: () => undefined };

async function run(statement: string): Promise<void> {
  const client = new pg.Client({
    connectionString: ADMIN_URL,
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
  });
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The databases a suite runs on. Where PostgreSQL is not reached its tests fail: none is skipped. */
export const DATABASE_KINDS = ['pglite', 'postgres'] as const satisfies readonly DatabaseKind[];

/** Where one kind says as much as both. */
export const ANY_KIND: DatabaseKind = 'postgres';

/** The administrator's address without its password, and what to do where nothing answers there. */
function notReached(error: unknown): Error {
  const { host } = new URL(ADMIN_URL);
  const why = error instanceof Error ? error.message : String(error);
  return new Error(
    `These tests need PostgreSQL, and the one at ${host} cannot be used: ${why}. Start it (npm test starts one of its own), or name another in TEST_DATABASE_URL.`,
    { cause: error },
  );
}

/** A PostgreSQL database of its own; `drop` ends every connection to it. Throws with what to start where none runs. */
export async function createPostgres(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await run(`create database ${name}`).catch((error: unknown) => {
    throw notReached(error);
  });
  const url = new URL(ADMIN_URL);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) };
}

/** A folder of its own, for an embedded database. */
export function createDataDir(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'moneytrail-'));
}

/** Where a database of either kind may be opened; `drop` removes it, whoever still holds it. */
export type TestPlace = {
  databaseUrl: string | null;
  dataDir: string;
  drop: () => Promise<void>;
};

/** A place of its own for a database. */
export async function createTestPlace(kind: DatabaseKind): Promise<TestPlace> {
  const dataDir = await createDataDir();
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  if (kind === 'pglite') return { databaseUrl: null, dataDir, drop: removeFolder };
  const { url, drop } = await createPostgres();
  return {
    databaseUrl: url,
    dataDir,
    drop: async () => {
      await drop();
      await removeFolder();
    },
  };
}

/** A new migrated database of either kind, gone again after `close`. */
export async function openTestDatabase(kind: DatabaseKind): Promise<DatabaseHandle> {
  const { drop, ...place } = await createTestPlace(kind);
  const handle = await openDatabase({ ...place, log: silentLog });
  const close = async () => {
    await handle.close();
    await drop();
  };
  return { ...handle, close };
}
