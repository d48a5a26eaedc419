import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { STREAM_CLOSE } from '@moneytrail/contract';
import { expect, onTestFinished, test } from 'vitest';
import { ACCESS_CHANGED, createNatsBus } from '../../bus/index.ts';
import { findNats } from '../../bus/testing/find-nats.ts';
import { openDatabase } from '../../db/index.ts';
import { createPostgres } from '../../db/testing/test-database.ts';
import { SUPER_ADMIN } from '../../http/testing/super-admin.ts';
import { preferredProcess } from './feed-groups.ts';
import { eventually } from './testing/eventually.ts';
import { fetchTicket, openStream, type StreamClient } from './testing/stream-client.ts';

const PROGRAM = new URL('./testing/live-process.ts', import.meta.url);

type Replica = { number: number; child: ChildProcess; address: string };

/** Replicas share a database and a bus, which the embedded ones cannot. */
async function startReplicas() {
  const natsUrl = await findNats();
  const { url, drop } = await createPostgres();
  onTestFinished(drop);
  const subjectPrefix = `test-${randomUUID()}`;
  const start = async (number: number): Promise<Replica> => {
    const env = { DATABASE_URL: url, NATS_URL: natsUrl, SUBJECT_PREFIX: subjectPrefix };
    const child = fork(PROGRAM, { env: { ...process.env, ...env, NUMBER: String(number) } });
    onTestFinished(() => void child.kill('SIGKILL'));
    const exited = once(child, 'exit').then(() => Promise.reject(new Error('the replica ended')));
    exited.catch(() => {});
    const [said] = await Promise.race([once(child, 'message'), exited]);
    return { number, child, address: said.address };
  };
  const replicas = await Promise.all([start(1), start(2)]);
  const database = await openDatabase({ databaseUrl: url, dataDir: '', log: { error() {} } });
  onTestFinished(database.close);
  const ownerOf = async (exchange: 'FMP') => {
    const lease = await database.db
      .selectFrom('feed_group_leases as leases')
      .innerJoin('ingest_processes as owners', 'owners.id', 'leases.owner')
      .select('process_id')
      .where('exchange', '=', exchange)
      .executeTakeFirst();
    return replicas.find(({ number }) => lease?.process_id === `process ${number}`);
  };
  // The replica that was first may have read everything until the other was known.
  const names = replicas.map(({ number }) => `process ${number}`);
  const preferred = preferredProcess({ exchange: 'FMP', group: 0 }, names);
  await eventually(async () => expect(`process ${(await ownerOf('FMP'))?.number}`).toBe(preferred));
  return { replicas, ownerOf, subjectPrefix };
}

async function watch(address: string, ticket: string): Promise<StreamClient> {
  const client = await openStream(address, ticket);
  client.send({ type: 'subscribe', channels: [{ symbol: 'FMP:BTCUSD', resolution: '1' }] });
  return client;
}

type Updates = ReturnType<StreamClient['updates']>;

const sourcesIn = (updates: Updates) =>
  new Set(updates.flatMap(({ quote }) => (quote.bid === null ? [] : [quote.bid])));
const sourcesOf = (client: StreamClient) => sourcesIn(client.updates());
/** Without those of the replica that read the feed until the other was known, whose last price begins a stream. */
const newestSourcesOf = (client: StreamClient) => sourcesIn(client.updates().slice(-10));

test('two replicas share one reader of a feed; when it is killed the other takes over', async () => {
  const { replicas, ownerOf } = await startReplicas();
  const [first, second] = replicas;
  if (!first || !second) throw new Error('two replicas were started');
  // A ticket of one replica opens a stream at the other.
  const clients = [
    await watch(first.address, await fetchTicket(second.address)),
    await watch(second.address, await fetchTicket(first.address)),
  ];
  for (const client of clients) {
    await eventually(() => expect(client.updates().length).toBeGreaterThan(20));
  }
  const owner = await ownerOf('FMP');
  expect(owner).toBeDefined();
  for (const client of clients) expect(newestSourcesOf(client)).toEqual(new Set([owner?.number]));
  const [ofFirst, ofSecond] = clients.map(
    (client) => new Set(client.updates().map(({ quote }) => quote.price)),
  );
  const shared = [...(ofFirst ?? [])].filter((price) => ofSecond?.has(price));
  expect(shared.length).toBeGreaterThan(5);

  owner?.child.kill('SIGKILL');
  const survivor = owner === first ? second : first;
  const stillServed = clients[survivor === first ? 0 : 1];
  const killedMs = Date.now();
  await eventually(() => expect(stillServed && sourcesOf(stillServed)).toContain(survivor.number));
  expect(Date.now() - killedMs).toBeLessThan(10_000);
  expect((await ownerOf('FMP'))?.number).toBe(survivor.number);
});

test('an owner that was paused publishes nothing before it owns the feed again', async () => {
  const { replicas, ownerOf } = await startReplicas();
  const owner = await ownerOf('FMP');
  const other = replicas.find((each) => each !== owner);
  if (!owner || !other) throw new Error('one of two replicas owns the feed');
  const client = await watch(other.address, await fetchTicket(other.address));
  await eventually(() => expect(newestSourcesOf(client)).toEqual(new Set([owner.number])));
  owner.child.kill('SIGSTOP');
  await eventually(() => expect(newestSourcesOf(client)).toEqual(new Set([other.number])));
  const bids = () => client.updates().flatMap(({ quote }) => quote.bid ?? []);
  const takenOver = bids().length - 1;
  owner.child.kill('SIGCONT');
  // It registers anew, and is given back what hashing prefers it for.
  await eventually(() => expect(newestSourcesOf(client)).toEqual(new Set([owner.number])));
  const turns = bids()
    .slice(takenOver)
    .filter((bid, index, all) => bid !== all[index - 1]);
  expect(turns).toEqual([other.number, owner.number]);
  expect(await ownerOf('FMP')).toBe(owner);
});

test('C22: a revoked user loses the streams of every replica', async () => {
  const { replicas, subjectPrefix } = await startReplicas();
  const clients = await Promise.all(
    replicas.map(async ({ address }) => watch(address, await fetchTicket(address))),
  );
  for (const client of clients) await eventually(() => expect(client.updates()).not.toEqual([]));
  for (const { child } of replicas) {
    child.send('the user is gone');
    await once(child, 'message');
  }
  for (const client of clients) expect(client.closed).toBeNull();
  const bus = await createNatsBus(await findNats(), { subjectPrefix });
  onTestFinished(() => bus.close());
  bus.publish(ACCESS_CHANGED, { userId: SUPER_ADMIN._id });
  for (const client of clients) {
    await eventually(() =>
      expect(client.closed).toEqual({ code: STREAM_CLOSE.sessionEnded, reason: 'Session ended' }),
    );
  }
});
