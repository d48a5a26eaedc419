import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createEmptyPlace, createTestPlace, silentLog } from '../db/testing/test-database.ts';
import { makeBackup, PARTS } from './make-backup.ts';
import { rehearseRestore, watchRestored } from './rehearse-restore.ts';
import { breakOffAfterCommit } from './testing/break-off.ts';

const NOW = Date.parse('2026-11-22T03:07:00Z');

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // After a failed test its database is dropped while it is open.
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** A new database with one row in its own table. */
async function createHolding(place: typeof createEmptyPlace): Promise<string> {
  const { databaseUrl, drop } = await place('postgres');
  onTestFinished(drop);
  if (databaseUrl === null) throw new Error('PostgreSQL has an address');
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('create table held as select 1 as row');
  await client.end();
  return databaseUrl;
}

async function isHeld(url: string): Promise<boolean> {
  const client = await connect(url);
  const { rows } = await client.query(`select to_regclass('held') is not null as held`);
  await client.end();
  return rows[0].held;
}

async function countTables(url: string): Promise<number> {
  const client = await connect(url);
  const { rows } = await client.query(`select count(*)::int as count from pg_tables
    where schemaname <> 'information_schema' and schemaname not like 'pg\\_%'`);
  await client.end();
  return rows[0].count;
}

/** The product's database without connections, a backup of it, and a database for rehearsals. */
async function prepare() {
  const productUrl = await createHolding(createTestPlace);
  const rehearsalUrl = await createHolding(createEmptyPlace);
  const to = await mkdtemp(join(tmpdir(), 'moneytrail-rehearsed-'));
  onTestFinished(() => rm(to, { recursive: true, force: true }));
  const place = { databaseUrl: productUrl, dataDir: to, log: silentLog };
  const { folder } = await makeBackup(place, to, NOW);
  const rehearse = (databaseUrl: string) =>
    rehearseRestore({
      from: folder,
      databaseUrl,
      productUrl,
      log: silentLog,
      clock: { now: () => NOW },
      secret: 'a secret for tests that is long enough',
    });
  return { productUrl, rehearsalUrl, folder, rehearse };
}

/** The same database by addresses that look like others. */
function otherAddressesOf(url: string): string[] {
  const { port, hostname, pathname, username, password } = new URL(url);
  const name = pathname.slice(1);
  const who = password ? `${username}:${password}` : username;
  const encoded = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
  return [
    `postgres://${who}@${hostname}:${port || 5432}/${encoded}`,
    `postgres://${who}@${hostname === 'localhost' ? '127.0.0.1' : 'localhost'}:${port || 5432}/${name}`,
    `postgres://${who}@elsewhere.invalid/${name}?host=${hostname}&port=${port || 5432}`,
  ];
}

describe('C66: a rehearsal', () => {
  test('never touches the product’s own database, whichever of its addresses is used', async () => {
    const { productUrl, rehearse } = await prepare();
    for (const url of [productUrl, ...otherAddressesOf(productUrl)]) {
      await expect(rehearse(url)).rejects.toThrow('is the database of the product itself');
      expect(await isHeld(productUrl)).toBe(true);
    }
  });

  test('that is refused because others use the database changes nothing', async () => {
    const { rehearsalUrl, rehearse } = await prepare();
    const other = await connect(rehearsalUrl);
    await expect(rehearse(rehearsalUrl)).rejects.toThrow('1 others use this database');
    await other.end();
    expect(await isHeld(rehearsalUrl)).toBe(true);
  });

  test('of a broken backup leaves the database unchanged', async () => {
    const { rehearsalUrl, folder, rehearse } = await prepare();
    await writeFile(join(folder, PARTS.dump), 'no dump');
    await expect(rehearse(rehearsalUrl)).rejects.toThrow('is damaged');
    expect(await isHeld(rehearsalUrl)).toBe(true);
    await rm(join(folder, 'manifest.json'));
    await expect(rehearse(rehearsalUrl)).rejects.toThrow();
    expect(await isHeld(rehearsalUrl)).toBe(true);
    expect(await readdir(folder)).toEqual([PARTS.dump]);
  });

  test('that succeeds leaves nothing', async () => {
    const { productUrl, rehearsalUrl, rehearse } = await prepare();
    await rehearse(rehearsalUrl);
    expect(await countTables(rehearsalUrl)).toBe(0);
    expect(await isHeld(productUrl)).toBe(true);
  });

  test('that breaks off once its data are committed leaves nothing', async () => {
    const { productUrl, rehearsalUrl, rehearse } = await prepare();
    await breakOffAfterCommit();
    await expect(rehearse(rehearsalUrl)).rejects.toThrow('broken off after the commit');
    expect(await countTables(rehearsalUrl)).toBe(0);
    expect(await isHeld(productUrl)).toBe(true);
  });

  test('empties no database in use', async () => {
    const url = await createHolding(createEmptyPlace);
    const removeRestored = await watchRestored(url);
    const other = await connect(url);
    await other.query('drop schema public cascade; create schema public');
    await other.query('create table held as select 1 as row');
    await expect(removeRestored()).rejects.toThrow('1 others use this database');
    await other.end();
    expect(await isHeld(url)).toBe(true);
  });
});
