import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './index.ts';
import { createPostgres, silentLog } from './testing/test-database.ts';

/** A way to PostgreSQL that can be frozen: connections through it stay open, and nothing comes through any more. */
async function openFreezableWay(databaseUrl: string) {
  const { hostname, port: targetPort } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((near) => {
    const far = connect(Number(targetPort), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('data', (bytes) => {
        if (!isFrozen) other.write(bytes);
      });
      socket.on('error', () => other.destroy());
      socket.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    freeze: () => {
      isFrozen = true;
    },
    thaw: () => {
      isFrozen = false;
      // What was sent meanwhile is lost: the connections that sent it are of no use.
      for (const socket of sockets) socket.destroy();
    },
  };
}

test('a PostgreSQL that freezes fails its callers within seconds, says so, and is used again when it is back', async () => {
  const { url, drop } = await createPostgres();
  onTestFinished(drop);
  const way = await openFreezableWay(url);
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
}, 60_000);

test('a statement that never ends is ended by the database, and its connection is used again', async () => {
  const { url, drop } = await createPostgres();
  onTestFinished(drop);
  const database = await openDatabase({ databaseUrl: url, dataDir: '', log: silentLog });
  onTestFinished(() => database.close());
  await expect(sql`select pg_sleep(60)`.execute(database.db)).rejects.toMatchObject({
    code: '57014',
  });
  await sql`select 1`.execute(database.db);
}, 60_000);
