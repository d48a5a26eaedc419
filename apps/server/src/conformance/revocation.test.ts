import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { STREAM_CLOSE, setUserAccess } from '@moneytrail/contract';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../modules/live/testing/eventually.ts';
import { openStream, type StreamClient } from '../modules/live/testing/stream-client.ts';
import { freePort } from '../testing/free-port.ts';
import { addressOf, killPrograms, startProgram } from '../testing/start-program.ts';
import { addAccount, openSessionOf } from './testing/people.ts';
import { startApp } from './testing/start-app.ts';

const LIMIT_MS = 10_000;
const SECRET = { AUTH_SECRET: 'one-secret-for-every-process-of-this-test' };

afterAll(killPrograms);

/** A NATS server of this test alone, to be ended by it. */
async function startNats(port: number): Promise<ChildProcess> {
  const child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)]);
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stderr.setEncoding('utf8');
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (text: string) => text.includes('Server is ready') && resolve());
    child.once('exit', () => reject(new Error('nats-server ended')));
    child.once('error', reject);
  });
  return child;
}

/** Another process of the product, as an operator starts it; answers its address. */
async function startProcess(environment: Record<string, string>): Promise<string> {
  const address = await addressOf(startProgram(environment));
  return address.replace('localhost', '127.0.0.1');
}

async function call(
  address: string,
  method: 'POST' | 'PATCH',
  path: string,
  token: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(`${address}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(response.status).toBeLessThan(300);
  return response.status === 204 ? null : await response.json();
}

async function watch(address: string, token: string): Promise<StreamClient> {
  const { ticket } = Object(await call(address, 'POST', '/api/stream/ticket', token));
  const client = await openStream(address, String(ticket));
  client.send({ type: 'subscribe', channels: [{ symbol: 'FMP:BTCUSD', resolution: '1' }] });
  return client;
}

test('C22, C70: a user revoked in one process loses the streams of every other within 10 s, also while NATS is down', async () => {
  const port = await freePort();
  const nats = await startNats(port);
  const shared = { ...SECRET, NATS_URL: `nats://127.0.0.1:${port}` };
  const world = await startApp('postgres', { environment: shared });
  onTestFinished(world.close);
  const here = await world.app.listen({ host: '127.0.0.1', port: 0 });
  world.context.live.start();
  const { databaseUrl } = world.context.config;
  const there = await startProcess({
    ...shared,
    DATABASE_URL: databaseUrl ?? '',
    // It serves streams; the prices come from the other one.
    ROLES: 'api',
  });

  const [admin, revoked, other] = await Promise.all([
    addAccount(world, { is_super_admin: true, user_type: 'commercial' }),
    addAccount(world),
    addAccount(world),
  ]);
  const tokens = await Promise.all([admin, revoked, other].map((id) => openSessionOf(world, id)));
  const [ofAdmin = '', ofRevoked = '', ofOther = ''] = tokens.map(({ token }) => token);
  const lost = [await watch(here, ofRevoked), await watch(there, ofRevoked)];
  const kept = [await watch(here, ofOther), await watch(there, ofOther)];
  // Prices of one owner reach both processes.
  for (const client of [...lost, ...kept]) {
    await eventually(() => expect(client.updates().length).toBeGreaterThan(3));
  }
  nats.kill('SIGKILL');
  await once(nats, 'exit');
  const startMs = Date.now();
  const path = setUserAccess.path.replace(':id', revoked);
  await call(here, 'PATCH', path, ofAdmin, { accessRevoked: true });
  for (const client of lost) {
    await eventually(() => expect(client.closed?.code).toBe(STREAM_CLOSE.sessionEnded));
  }
  expect(Date.now() - startMs).toBeLessThan(LIMIT_MS);
  for (const client of kept) expect(client.closed).toBeNull();

  // With the bus back, prices reach only those who may see them.
  const before = lost.map((client) => client.updates().length);
  const seen = kept.map((client) => client.updates().length);
  await startNats(port);
  for (const [index, client] of kept.entries()) {
    await eventually(() => expect(client.updates().length).toBeGreaterThan((seen[index] ?? 0) + 3));
  }
  expect(lost.map((client) => client.updates().length)).toEqual(before);
});
