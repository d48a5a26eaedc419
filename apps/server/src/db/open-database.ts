import type { MessagePort } from 'node:worker_threads';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import type { Waits } from '../waits.ts';
import { DatabaseOpenError } from './database-open-error.ts';
import { embeddedPool, openEmbedded } from './embedded/open-embedded.ts';
import { migrate } from './migrate.ts';
import { createPool } from './pool.ts';
import type { Database } from './schema.ts';

export type DatabaseHandle = {
  db: Kysely<Database>;
  /** The connections behind `db`. */
  pool: pg.Pool;
  /** Address of PostgreSQL itself, past a pooler, for sessions; null for the embedded database. */
  url: string | null;
  /** Access for another thread of this process, by `reachDatabase`. */
  share: () => DatabaseShare;
  kind: 'pglite' | 'postgres';
  /** Copies the files of the embedded database; null on PostgreSQL, which has `pg_dump`. */
  copyFiles: ((to: string) => Promise<{ heldMs: number }>) | null;
  /** Rejects unless the database answers a new query within 2 s; for readiness. */
  check: () => Promise<void>;
  /** Ends running queries, then the database; may be called twice. */
  close: () => Promise<void>;
};

/** The address of PostgreSQL, or a port of the embedded database, which must be transferred. */
export type DatabaseShare = string | MessagePort;

export type DatabaseSettings = {
  /** Null: the embedded database in `dataDir`. */
  databaseUrl: string | null;
  /** The same PostgreSQL for migrations, if `databaseUrl` is a pooler. */
  directUrl?: string | null;
  /** Most connections to PostgreSQL at once; 10 by default. */
  maxConnections?: number;
  dataDir: string;
  waits?: Pick<Waits, 'connectMs'>;
  log: Pick<Log, 'error'>;
};

const OLDEST_VERSION = 150_000;
const MAX_CONNECTIONS = 10;
/** Timeout for a connection, and for a free slot in the pool. */
const CONNECT_TIMEOUT_MS = 3_000;
/** The server ends a statement before the client gives up on its connection. */
const STATEMENT_TIMEOUT_MS = 9_000;
const QUERY_TIMEOUT_MS = 10_000;
/** A process that freezes in a transaction loses it, so that its locks are released. */
const IDLE_IN_TRANSACTION = { idle_in_transaction_session_timeout: 10_000 };
const KEEP_ALIVE_AFTER_MS = 10_000;
const CHECK_TIMEOUT_MS = 2_000;

type Opened = Pick<DatabaseHandle, 'pool' | 'check' | 'share' | 'copyFiles' | 'close'>;

/** The address without its password. */
function nameOf(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return 'DATABASE_URL';
  const url = new URL(databaseUrl);
  return `${url.host}${url.pathname}`;
}

/** Uses a new connection: those of the pool may be busy, or broken without notice. */
async function checkPostgres(connectionString: string): Promise<void> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CHECK_TIMEOUT_MS,
    query_timeout: CHECK_TIMEOUT_MS,
  });
  // The query also reports a broken connection.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    client.end().catch(() => undefined);
  }
}

function postgresPool(
  settings: Pick<DatabaseSettings, 'log' | 'waits' | 'maxConnections'>,
  connectionString: string,
): pg.Pool {
  const { connectMs = CONNECT_TIMEOUT_MS } = settings.waits ?? {};
  return createPool(settings, {
    connectionString,
    max: settings.maxConnections ?? MAX_CONNECTIONS,
    connectionTimeoutMillis: connectMs,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    ...IDLE_IN_TRANSACTION,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  });
}

/** Connects to a database that another thread has opened. */
export function reachDatabase(
  share: DatabaseShare,
  settings: Pick<DatabaseSettings, 'log' | 'maxConnections'>,
): Kysely<Database> {
  const pool =
    typeof share === 'string' ? postgresPool(settings, share) : embeddedPool(settings, share);
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}

async function openPostgres(settings: DatabaseSettings, databaseUrl: string): Promise<Opened> {
  const pool = postgresPool(settings, databaseUrl);
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
  return {
    pool,
    check: () => checkPostgres(databaseUrl),
    share: () => databaseUrl,
    copyFiles: null,
    close: () => pool.end(),
  };
}

/** Migrates; on PostgreSQL over a connection without statement timeout, since large tables take long. */
async function migrateWithoutLimit(
  settings: DatabaseSettings,
  db: Kysely<Database>,
): Promise<void> {
  if (settings.databaseUrl === null) return migrate(db);
  const connectionString = settings.directUrl ?? settings.databaseUrl;
  const pool = createPool(settings, { connectionString, max: 1, ...IDLE_IN_TRANSACTION });
  try {
    await migrate(new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }));
  } finally {
    await pool.end();
  }
}

/** Opens a database of any version without migrating it. */
export async function openUnmigrated(
  settings: DatabaseSettings,
): Promise<Pick<DatabaseHandle, 'pool' | 'close'>> {
  const { databaseUrl } = settings;
  return databaseUrl ? openPostgres(settings, databaseUrl) : openEmbedded(settings);
}

/**
 * Opens PostgreSQL if a URL is given, else the embedded database, and migrates it. Both use the same driver. Throws a
 * `DatabaseOpenError` that says what to do.
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
    await migrateWithoutLimit(settings, db);
  } catch (error) {
    await close();
    throw error;
  }
  const kind = databaseUrl ? 'postgres' : 'pglite';
  return { ...opened, db, url: settings.directUrl ?? databaseUrl, kind, close };
}
