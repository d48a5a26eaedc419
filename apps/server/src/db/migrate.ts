import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { DatabaseOpenError } from './database-open-error.ts';
import { MIGRATIONS } from './migrations/index.ts';

/**
 * Migrates to the newest schema. Several processes may call it at once: one migrates, the others wait. Throws a
 * `DatabaseOpenError` naming the failed migration, which is rolled back.
 */
export async function migrate<T>(db: Kysely<T>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => MIGRATIONS },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName;
  const cause = error instanceof Error ? error.message : String(error);
  const subject = failed === undefined ? 'The database' : `The database's change ${failed}`;
  throw new DatabaseOpenError(`${subject} failed: ${cause}`, { cause: error });
}
