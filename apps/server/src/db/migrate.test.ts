import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
/** Statements that take away, rename or retype something that an older process still uses. */
const CONTRACTS =
  /dropColumn|dropTable|renameTo|renameColumn|setDataType|\bdrop (table|column)\b|\brename (to|column|constraint)\b|\balter column \w+ (set data )?type\b/i;
/** Made before releases ran beside each other; a later one that contracts names the release that stopped its use. */
const CONTRACTED: Record<string, string> = {
  '0037-outbox': 'before the first release on several machines',
  '0040-rejected-bars': 'before the first release on several machines',
  '0067-listed-by-simulator': 'before the first release on several machines',
  '0088-people-search': 'before the first release on several machines',
};

test('no change takes away what processes of the release before use', () => {
  const found = readdirSync(FOLDER)
    .filter((name) => /^\d{4}-.*\.ts$/.test(name))
    .filter((name) => CONTRACTS.test(readFileSync(join(FOLDER, name), 'utf8')))
    .map((name) => name.replace(/\.ts$/, ''));
  expect(found.sort()).toEqual(Object.keys(CONTRACTED).sort());
});

const database = useTestDatabase('postgres');

test('a change that waits for a lock lets others through, and is made once the lock is free', async () => {
  const { db } = database;
  const reader = await db.startTransaction().execute();
  await sql`select 1 from instruments`.execute(reader);
  let begun = 0;
  const added = {
    up: async (changing: typeof db) => {
      begun++;
      await sql`alter table instruments add column added integer`.execute(changing);
    },
  };
  const migrating = migrate(db, {
    migrations: { ...MIGRATIONS, '9999-added': added },
    lockTimeoutMs: 50,
  });
  await expect.poll(() => begun).toBeGreaterThan(1);
  // It would wait behind the change for as long as the first reader reads.
  await sql`select 1 from instruments`.execute(db);
  await reader.commit().execute();
  await migrating;
  await sql`select added from instruments`.execute(db);
});
