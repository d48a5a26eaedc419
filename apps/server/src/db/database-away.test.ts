import { sql } from 'kysely';
import { describe, type TestContext, test } from 'vitest';
import { openDatabase } from './index.ts';
import { isStorageUnavailable } from './storage-error.ts';
import { openFreezableWay } from './testing/freezable-way.ts';
import { createTestPlace, silentLog } from './testing/test-database.ts';

/** The address of a database of a test's own. */
async function migrated(onTestFinished: TestContext['onTestFinished']): Promise<string> {
  const { databaseUrl, drop } = await createTestPlace('postgres');
  onTestFinished(drop);
  if (databaseUrl === null) throw new Error('PostgreSQL has an address');
  return databaseUrl;
}

// They wait for the product's own timeouts, side by side.
describe.concurrent('a database that is away', () => {
  test('a frozen PostgreSQL fails its callers within seconds, is reported, and is used again once it is back', async ({
    expect,
    onTestFinished,
  }) => {
    const url = await migrated(onTestFinished);
    const way = await openFreezableWay(url, onTestFinished);
    const database = await openDatabase({ databaseUrl: way.url, dataDir: '', log: silentLog });
    onTestFinished(() => database.close());
    const ask = () => sql`select 1`.execute(database.db);
    await database.check();
    way.freeze();
    const startedAt = performance.now();
    await expect(database.check()).rejects.toThrow();
    expect(performance.now() - startedAt).toBeLessThan(8_000);
    // More than there are connections: those without one do not wait for the others.
    const asked = await Promise.allSettled(Array.from({ length: 30 }, ask));
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(performance.now() - startedAt).toBeLessThan(25_000);
    way.thaw();
    await database.check();
    await ask();
  });

  test.for([
    ['breaks', 'terminate'],
    ['falls silent', 'silence'],
  ] as const)(
    'a connection that %s within a transaction is one that may be had later',
    async ([_, end], { expect, onTestFinished }) => {
      const url = await migrated(onTestFinished);
      const way = await openFreezableWay(url, onTestFinished);
      const database = await openDatabase({ databaseUrl: way.url, dataDir: '', log: silentLog });
      onTestFinished(() => database.close());
      const transaction = database.db.transaction().execute(async (trx) => {
        await sql`select 1`.execute(trx);
        const asked = sql`select pg_sleep(60)`.execute(trx);
        way[end]();
        await asked;
      });
      const failure = await transaction.catch((error: Error) => error);
      expect(failure).toSatisfy(isStorageUnavailable);
    },
  );

  test('connections that fall silent are left for new ones', async ({ expect, onTestFinished }) => {
    const url = await migrated(onTestFinished);
    const way = await openFreezableWay(url, onTestFinished);
    const database = await openDatabase({ databaseUrl: way.url, dataDir: '', log: silentLog });
    onTestFinished(() => database.close());
    const askAll = () =>
      Promise.allSettled(Array.from({ length: 10 }, () => sql`select 1`.execute(database.db)));
    await askAll();
    way.silence();
    expect((await askAll()).some(({ status }) => status === 'rejected')).toBe(true);
    const answers = await askAll();
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 'fulfilled'));
  });

  test('a statement that never ends is ended by the database, and its connection is used again', async ({
    expect,
    onTestFinished,
  }) => {
    const url = await migrated(onTestFinished);
    const database = await openDatabase({ databaseUrl: url, dataDir: '', log: silentLog });
    onTestFinished(() => database.close());
    await expect(sql`select pg_sleep(60)`.execute(database.db)).rejects.toMatchObject({
      code: '57014',
    });
    await sql`select 1`.execute(database.db);
  });

  test('a process that freezes within a transaction loses the locks that others wait for', async ({
    expect,
    onTestFinished,
  }) => {
    const url = await migrated(onTestFinished);
    const open = () => openDatabase({ databaseUrl: url, dataDir: '', log: silentLog });
    const [frozen, other] = [await open(), await open()];
    onTestFinished(async () => void (await Promise.all([frozen.close(), other.close()])));
    let thaw: () => void = () => undefined;
    let transaction: Promise<unknown> = Promise.resolve();
    await new Promise<void>((locked) => {
      transaction = frozen.db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(1)`.execute(trx);
        locked();
        await new Promise<void>((done) => {
          thaw = done;
        });
      });
    });
    onTestFinished(() => thaw());
    const isFree = async () => {
      const asked = sql<{ free: boolean }>`select pg_try_advisory_xact_lock(1) as free`;
      return (await asked.execute(other.db)).rows[0]?.free;
    };
    expect(await isFree()).toBe(false);
    await expect.poll(isFree, { timeout: 20_000, interval: 500 }).toBe(true);
    thaw();
    await expect(transaction).rejects.toThrow();
    await sql`select 1`.execute(frozen.db);
  });
});
