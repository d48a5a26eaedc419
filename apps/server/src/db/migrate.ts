import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { DatabaseOpenError } from './database-open-error.ts';
import { MIGRATIONS } from './migrations/index.ts';

type Migrations = Readonly<Record<string, Migration>>;

const migratorOf = <T>(db: Kysely<T>, migrations: Migrations = MIGRATIONS) =>
  new Migrator({ db, provider: { getMigrations: async () => migrations } });

/** Names of the migrations that this version has and the database has not, oldest first; changes nothing. */
export async function pendingMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const known = await migratorOf(db).getMigrations();
  return known.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
}

/** While a change waits for its lock, every later statement on the table waits behind it. */
const LOCK_TIMEOUT_MS = 2_000;
const AGAIN_MS = 1_000;
const TRIES = 30;
/** SQLSTATE. */
const LOCK_NOT_AVAILABLE = '55P03';

/** The same change, which gives up rather than hold up the processes that serve meanwhile. */
function givingWay(migration: Migration, lockTimeoutMs: number): Migration {
  return {
    up: async (db) => {
      await sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`.execute(db);
      await migration.up(db);
    },
  };
}

const isLocked = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;

/**
 * Migrates to the newest schema. Several processes may call it at once: one migrates, the others wait. Processes of the
 * release before go on serving: a change that does not get its lock within two seconds is rolled back and tried again.
 * Throws a `DatabaseOpenError` naming the failed migration, which is rolled back.
 */
export async function migrate<T>(
  db: Kysely<T>,
  {
    migrations = MIGRATIONS,
    lockTimeoutMs = LOCK_TIMEOUT_MS,
  }: { migrations?: Migrations; lockTimeoutMs?: number } = {},
): Promise<void> {
  const given = Object.entries(migrations).map(
    ([name, migration]) => [name, givingWay(migration, lockTimeoutMs)] as const,
  );
  const migrator = migratorOf(db, Object.fromEntries(given));
  for (let tries = 1; ; tries++) {
    const { error, results } = await migrator.migrateToLatest();
    if (error === undefined) return;
    if (isLocked(error) && tries < TRIES) {
      await pause(AGAIN_MS);
      continue;
    }
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    const cause = error instanceof Error ? error.message : String(error);
    const [, later] = /previously executed migration (\S+) is missing/.exec(cause) ?? [];
    if (later !== undefined) {
      throw new DatabaseOpenError(
        `A newer version has migrated the database (${later}). Start that version, or restore a backup of this one.`,
        { cause: error },
      );
    }
    const subject = failed === undefined ? 'The database' : `The database's change ${failed}`;
    throw new DatabaseOpenError(`${subject} failed: ${cause}`, { cause: error });
  }
}
