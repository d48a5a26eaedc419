import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { ANY_KIND, createEmptyPlace } from '../db/testing/test-database.ts';
import { runHere } from './testing/run-here.ts';

test('an operator migrates before the start, asks whether a migration is missing, and learns that the database is newer', async () => {
  const { databaseUrl, dataDir, drop } = await createEmptyPlace(ANY_KIND);
  onTestFinished(drop);
  const DATABASE_URL_FILE = join(dataDir, 'database-url');
  writeFileSync(DATABASE_URL_FILE, `${databaseUrl}\n`);
  const pending = () => runHere('migrate', ['--pending'], { DATABASE_URL_FILE });
  const client = new pg.Client({ connectionString: databaseUrl ?? '' });
  await client.connect();
  onTestFinished(() => client.end());
  const schemas = async () => {
    const sql = 'select distinct table_schema as name from information_schema.tables';
    const { rows } = await client.query<{ name: string }>(sql);
    return rows.map(({ name }) => name);
  };

  expect(await pending()).toMatchObject({ code: 1, out: expect.stringContaining('  0001-') });
  expect(await schemas()).not.toContain('public');
  expect(await runHere('migrate', [], { DATABASE_URL_FILE })).toMatchObject({ code: 0, err: '' });
  expect(await schemas()).toEqual(expect.arrayContaining(['public', 'pgboss']));
  expect(await pending()).toMatchObject({ code: 0, out: 'No migration is missing.\n' });

  await client.query("insert into kysely_migration (name, timestamp) values ('9999-later', '0')");
  expect(await runHere('migrate', [], { DATABASE_URL_FILE })).toMatchObject({
    code: 1,
    err: expect.stringContaining('A newer version has migrated the database (9999-later).'),
  });
});
