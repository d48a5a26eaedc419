import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type DatabaseHandle, openDatabase } from '../../../db/index.ts';

const ADMIN_URL = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const log = { error: () => {} };

export type DatabaseKind = DatabaseHandle['kind'];
export const DATABASE_KINDS: readonly DatabaseKind[] = ['pglite', 'postgres'];

/** A new PostgreSQL database of its own; `drop` ends every connection to it. */
export async function createPostgres(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: ADMIN_URL });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`create database ${name}`);
  const url = new URL(ADMIN_URL);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) };
}

/** A new migrated database of either kind, gone again after `close`. */
export async function openTestDatabase(kind: DatabaseKind): Promise<DatabaseHandle> {
  if (kind === 'pglite') {
    const dataDir = await mkdtemp(join(tmpdir(), 'moneytrail-'));
    const handle = await openDatabase({ databaseUrl: null, dataDir, log });
    const close = async () => {
      await handle.close();
      await rm(dataDir, { recursive: true, force: true });
    };
    return { ...handle, close };
  }
  const { url, drop } = await createPostgres();
  const handle = await openDatabase({ databaseUrl: url, dataDir: '', log });
  const close = async () => {
    await handle.close();
    await drop();
  };
  return { ...handle, close };
}
