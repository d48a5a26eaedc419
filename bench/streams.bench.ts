import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createNatsBus } from '../apps/server/src/bus/index.ts';
import { createNats, createPostgres } from '../cluster/programs.ts';
import { type Figure, percentile, report } from './figure.ts';
import { endProduct, forkProduct, messageOf } from './product-process.ts';
import type { ClientAnswer, ClientOrder } from './streams/client-process.ts';
import { publishPrices, UPDATES_A_SECOND } from './streams/publish-prices.ts';
import type { ServerState, StreamServer } from './streams/server-process.ts';

/**
 * Many streams over two `api` processes with PostgreSQL and NATS: from a tick on the bus to the client. Everything runs on
 * this machine, the clients included. `STREAMS` sets how many.
 */
const STREAMS = Number(process.env.STREAMS ?? 10_000);
const SERVERS = 2;
/** The code of streams is loaded and compiled before the memory of the others is measured. */
const FIRST_STREAMS = STREAMS / 10;
const STREAMS_OF_ACCOUNT = 20;
const WARM_UP_MS = 5_000;
const MEASURED_MS = 20_000;

async function stateOf(server: ChildProcess): Promise<ServerState> {
  const answer = messageOf(server);
  server.send('state');
  return (await answer) as ServerState;
}

const folder = mkdtempSync(join(tmpdir(), 'moneytrail-streams-'));
const database = await createPostgres(folder, { isDurable: false });
const nats = await createNats();
const children: ChildProcess[] = [];
let closePublisher = async () => {};
try {
  await database.start();
  await nats.start();
  const accounts = Math.ceil(STREAMS / SERVERS / STREAMS_OF_ACCOUNT);
  const env = { DATABASE_URL: database.url, NATS_URL: nats.url, ACCOUNTS: `${accounts}` };
  const servers: { child: ChildProcess; told: StreamServer }[] = [];
  for (let index = 0; index < SERVERS; index++) {
    const child = forkProduct(resolve(import.meta.dirname, 'streams/server-process.ts'), { env });
    children.push(child);
    // The first migrates the database.
    servers.push({ child, told: (await messageOf(child)) as StreamServer });
  }
  const instruments = servers[0]?.told.instruments ?? [];
  const bus = await createNatsBus(nats.url, { report: () => undefined });
  const stopPublishing = publishPrices(bus, instruments);
  closePublisher = () => {
    stopPublishing();
    return bus.close();
  };
  const states = () => Promise.all(servers.map(({ child }) => stateOf(child)));
  const symbols = instruments.map(({ symbol }) => symbol);
  const clients = servers.map(() => {
    const child = fork(resolve(import.meta.dirname, 'streams/client-process.ts'));
    children.push(child);
    return child;
  });
  const open = async (streams: number) => {
    const opened = clients.map((client, index) => {
      const { port = 0, tokens = [] } = servers[index]?.told ?? {};
      const answer = messageOf(client);
      client.send({ port, tokens, count: streams / SERVERS, symbols } satisfies ClientOrder);
      return answer;
    });
    await Promise.all(opened);
    await sleep(WARM_UP_MS);
  };
  await open(FIRST_STREAMS);
  const before = await states();
  const openedAt = performance.now();
  await open(STREAMS - FIRST_STREAMS);
  const openedMs = performance.now() - openedAt - WARM_UP_MS;
  const started = await states();
  const measured = await Promise.all(
    clients.map(async (client) => {
      const answer = messageOf(client);
      client.send({ measureMs: MEASURED_MS });
      return (await answer) as Extract<ClientAnswer, { type: 'measured' }>;
    }),
  );
  const after = await states();
  const ages = measured.flatMap(({ agesMs }) => agesMs);
  const updates = measured.reduce((sum, each) => sum + each.updates, 0);
  const sum = (states: readonly ServerState[], field: keyof ServerState) =>
    states.reduce((total, state) => total + state[field], 0);
  const seconds = MEASURED_MS / 1_000;
  const processor = sum(after, 'processorMs') - sum(started, 'processorMs');
  const what = `${STREAMS} streams over ${SERVERS} processes, ${instruments.length} instruments`;
  const figures: Figure[] = [
    {
      what: `${what}: from tick to client, 95th percentile`,
      value: percentile(ages, 0.95),
      unit: 'ms',
      bar: { atMost: 1_000 },
      detail: `median ${percentile(ages, 0.5)} ms, ${Math.round(updates / seconds)} updates a second of ${STREAMS * UPDATES_A_SECOND}`,
    },
    {
      what: `${what}: memory of a stream`,
      value:
        ((sum(after, 'memoryMb') - sum(before, 'memoryMb')) * 1_024) / (STREAMS - FIRST_STREAMS),
      unit: 'KB',
      bar: { atMost: 20 },
      detail: `${after.map(({ memoryMb }) => memoryMb.toFixed(0)).join(' and ')} MB`,
    },
    {
      what: `${what}: processor time of both servers a second`,
      value: processor / seconds,
      unit: 'ms',
    },
    { what: `${what}: until the last nine tenths had a price`, value: openedMs, unit: 'ms' },
  ];
  report(figures);
} finally {
  await closePublisher();
  for (const child of children) await endProduct(child);
  await nats.end();
  await database.end();
  rmSync(folder, { recursive: true, force: true });
}
