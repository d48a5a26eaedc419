import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type DatabaseHandle, DatabaseOpenError, openDatabase, reachDatabase } from './index.ts';
import {
  createPostgres,
  createTestPlace,
  DATABASE_KINDS,
  openTestDatabase,
  silentLog,
} from './testing/test-database.ts';

describe.each(DATABASE_KINDS)('on %s', (kind) => {
  let database: DatabaseHandle;

  beforeAll(async () => {
    database = await openTestDatabase(kind);
    await sql`create table notes (id int primary key, body bytea)`.execute(database.db);
  });
  afterAll(() => database.close());

  test('values come as the same JavaScript values', async () => {
    const { rows } = await sql`select 9007199254740991::int8 as whole, '2024-02-29'::date as day,
      '\\x00ff'::bytea as bytes, 0.1::float8 as price, true as flag, null as nothing`.execute(
      database.db,
    );
    expect(rows).toEqual([
      {
        whole: Number.MAX_SAFE_INTEGER,
        day: '2024-02-29',
        bytes: Buffer.of(0, 255),
        price: 0.1,
        flag: true,
        nothing: null,
      },
    ]);
  });

  test('transactions of two threads never mix, and one that is left open ends with its thread', async () => {
    const share = database.share();
    const other = reachDatabase(share, { log: silentLog });
    const begin = async (db: DatabaseHandle['db'], id: number) => {
      await db.transaction().execute(async (transaction) => {
        await sql`insert into notes (id) values (${id})`.execute(transaction);
        await sql`select 1`.execute(transaction);
        if (id % 3 === 0) throw new Error('undone');
      });
    };
    const ids = Array.from({ length: 24 }, (_, index) => 500 + index);
    await Promise.allSettled(
      ids.map((id, index) => begin(index % 2 === 0 ? database.db : other, id)),
    );
    const { rows } = await sql<{
      id: number;
    }>`select id from notes where id >= 500 order by id`.execute(database.db);
    expect(rows.map(({ id }) => id)).toEqual(ids.filter((id) => id % 3 !== 0));
    const open = await other.startTransaction().execute();
    await sql`insert into notes (id) values (600)`.execute(open);
    if (typeof share === 'string') await open.rollback().execute();
    else share.close();
    const left = await sql`select id from notes where id = 600`.execute(database.db);
    expect(left.rows).toEqual([]);
    if (typeof share === 'string') await other.destroy();
    await sql`delete from notes`.execute(database.db);
  });

  test('a transaction that fails leaves nothing, and the next one works', async () => {
    const failing = database.db.transaction().execute(async (transaction) => {
      await sql`insert into notes values (1, null)`.execute(transaction);
      await sql`insert into notes values (1, null)`.execute(transaction);
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    const { rows } = await database.db
      .transaction()
      .execute((transaction) => sql`select count(*) as n from notes`.execute(transaction));
    expect(rows).toEqual([{ n: 0 }]);
  });

  test('statements asked at once all get their own answers', async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => index);
    const answers = await Promise.all(
      numbers.map((n) => sql<{ n: number }>`select ${n}::int as n`.execute(database.db)),
    );
    expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(numbers);
  });

  test('transactions asked at once do not see each other half done', async () => {
    await sql`create table counter (value int)`.execute(database.db);
    await sql`insert into counter values (0)`.execute(database.db);
    const add = () =>
      database.db.transaction().execute(async (transaction) => {
        await sql`select value from counter for update`.execute(transaction);
        await sql`update counter set value = value + 1`.execute(transaction);
      });
    await Promise.all(Array.from({ length: 20 }, add));
    const { rows } = await sql`select value from counter`.execute(database.db);
    expect(rows).toEqual([{ value: 20 }]);
  });

  test('megabytes go in and come back unchanged', async () => {
    const body = Buffer.alloc(5_000_000, 'bars');
    await sql`insert into notes values (2, ${body})`.execute(database.db);
    const { rows } = await sql<{ body: Buffer }>`select body from notes where id = 2`.execute(
      database.db,
    );
    expect(rows[0]?.body.equals(body)).toBe(true);
  });
});

test('two processes that migrate one PostgreSQL database at once both start', async () => {
  const { url, drop } = await createPostgres();
  const settings = { databaseUrl: url, dataDir: '', log: silentLog };
  const opened = await Promise.all([1, 2].map(() => openDatabase(settings)));
  await Promise.all(opened.map(({ close }) => close()));
  await drop();
  expect(opened.map(({ kind }) => kind)).toEqual(['postgres', 'postgres']);
});

test('an unreachable PostgreSQL is named without its password', async () => {
  const databaseUrl = 'postgres://someone:secret@127.0.0.1:9/moneytrail';
  const opening = openDatabase({ databaseUrl, dataDir: '', log: silentLog });
  await expect(opening).rejects.toThrow(DatabaseOpenError);
  await expect(opening).rejects.toThrow(/127\.0\.0\.1:9\/moneytrail: .*ECONNREFUSED/);
  await expect(opening).rejects.not.toThrow(/secret/);
});

test('an embedded database that is opened again has what was stored', {
  timeout: 60_000,
}, async () => {
  const { drop, ...place } = await createTestPlace('pglite');
  onTestFinished(drop);
  const settings = { ...place, log: silentLog };
  const first = await openDatabase(settings);
  await sql`create table notes (id int)`.execute(first.db);
  await sql`insert into notes values (7)`.execute(first.db);
  await first.close();
  await first.close();
  const second = await openDatabase(settings);
  expect((await sql`select id from notes`.execute(second.db)).rows).toEqual([{ id: 7 }]);
  await second.close();
});
