import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { DatabaseOpenError } from './database-open-error.ts';
import { openEmbedded } from './embedded/open-embedded.ts';
import { migrate } from './migrate.ts';
import { createPool } from './pool.ts';
import type { Database } from './schema.ts';

export type DatabaseHandle = {
  db: Kysely<Database>;
  kind: 'pglite' | 'postgres';
  /** Ends running queries, then the database; may be called twice. */
  close: () => Promise<void>;
};

export type DatabaseSettings = {
  /** Null: the embedded database in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  log: { error: (detail: object, message: string) => void };
};

const OLDEST_VERSION = 150_000;
const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 10_000;

type Opened = { pool: pg.Pool; close: () => Promise<void> };

/** The address without its password. */
function nameOf(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return 'DATABASE_URL';
  const url = new URL(databaseUrl);
  return `${url.host}${url.pathname}`;
}

async function openPostgres(settings: DatabaseSettings, databaseUrl: string): Promise<Opened> {
  const pool = createPool(settings, {
    connectionString: databaseUrl,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  try {
    const { rows } = await pool.query("select current_setting('server_version_num')::int as n");
    const version: unknown = rows[0]?.n;
    if (typeof version === 'number' && version < OLDEST_VERSION) {
      throw new Error(`version ${version / 10_000} is older than 15`);
    }
  } catch (error) {
    await pool.end();
    const cause = error instanceof Error ? error.message || error.name : String(error);
    throw new DatabaseOpenError(`Cannot use PostgreSQL at ${nameOf(databaseUrl)}: ${cause}`, {
      cause: error,
    });
  }
  return { pool, close: () => pool.end() };
}

/**
 * Opens PostgreSQL where a URL is given, else the embedded database, and migrates it.
 * Both are spoken to by the same driver. Throws a `DatabaseOpenError` that says what to do.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<DatabaseHandle> {
  const { databaseUrl } = settings;
  const opened = databaseUrl
    ? await openPostgres(settings, databaseUrl)
    : await openEmbedded(settings);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: opened.pool }) });
  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= opened.close();
    return closing;
  };
  try {
    await migrate(db);
  } catch (error) {
    await close();
    throw error;
  }
  return { db, kind: databaseUrl ? 'postgres' : 'pglite', close };
}
