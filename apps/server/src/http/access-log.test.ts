import { once } from 'node:events';
import { connect } from 'node:net';
import { AppError, endpoint } from '@moneytrail/contract';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { eventually } from '../modules/live/testing/eventually.ts';
import { createAccessLog } from './access-log.ts';
import { createServer } from './create-server.ts';
import { notFound } from './error-handler.ts';
import { createRouter } from './route.ts';
import { SUPER_ADMIN } from './testing/super-admin.ts';

const SECRET = 'vErYsEcReT';
const tell = endpoint({
  name: 'tell',
  summary: 'Is there for a test.',
  method: 'GET',
  path: '/api/tell/:what',
  access: 'public',
  params: z.strictObject({ what: z.string() }),
  query: z.strictObject({ token: z.optional(z.string()) }),
  response: z.strictObject({}),
});

/** A server with its address and what it wrote into the log. */
async function start() {
  const lines: Record<string, unknown>[] = [];
  const sink = pino.destination({ sync: true, dest: 1 });
  sink.write = (line: string) => lines.push(JSON.parse(line)) > 0;
  const log = createLog('info', { sink });
  const { app } = createServer({
    log,
    publicUrl: null,
    isBehindProxy: false,
    requestTimeoutMs: 10_000,
    stallMs: 60_000,
    connectionsPerAddress: null,
    partnerOrigins: [],
    onAnswered: createAccessLog({ log, metrics: createMetrics(log) }),
  });
  app.setNotFoundHandler(notFound);
  const router = createRouter(app, {
    readUser: async ({ headers }) => (headers.authorization ? SUPER_ADMIN : null),
    checkAnswers: true,
  });
  router.route(tell, async ({ params: { what } }) => {
    if (what === 'refusal') throw new AppError('FORBIDDEN', 'No.');
    if (what === 'failure') throw new Error('broken');
    return {};
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const requests = () => lines.filter(({ msg }) => msg === 'request');
  return { address, lines, requests };
}

test('every request is one line with its id, route, status, duration and caller', async () => {
  const { address, requests } = await start();
  const ids: (string | null)[] = [];
  const ask = async (path: string, headers = {}) => {
    ids.push((await fetch(`${address}${path}`, { headers })).headers.get('x-request-id'));
  };
  await ask('/api/tell/nothing');
  await ask('/api/tell/nothing', { authorization: 'Bearer x' });
  await ask('/api/tell/refusal');
  await ask('/api/tell/failure');
  await ask('/nowhere');
  await eventually(() => expect(requests()).toHaveLength(5));
  const route = '/api/tell/:what';
  expect(requests()).toMatchObject([
    { method: 'GET', route, status: 200, userId: null, address: '127.0.0.1', bytes: 2 },
    { route, status: 200, userId: SUPER_ADMIN._id },
    { route, status: 403 },
    { route, status: 500 },
    { route: 'none', status: 404 },
  ]);
  expect(requests().map(({ requestId }) => requestId)).toEqual(ids);
  for (const { ms } of requests()) expect(ms).toBeGreaterThan(0);
});

test('requests that the framework refuses are logged too', async () => {
  const { address, requests } = await start();
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.end('GET /% HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  socket.resume();
  await once(socket, 'close');
  await eventually(() => expect(requests()).toMatchObject([{ method: 'GET', status: 400 }]));
});

test('nothing that a request holds back from others is written', async () => {
  const { address, lines, requests } = await start();
  const headers = { authorization: `Bearer ${SECRET}`, cookie: `rt=${SECRET}` };
  for (const what of ['nothing', 'refusal', 'failure']) {
    await fetch(`${address}/api/tell/${what}?token=${SECRET}`, { headers });
    await fetch(`${address}/api/tell/${SECRET}?token=${SECRET}`, { headers });
    await fetch(`${address}/${SECRET}?code=${SECRET}`, { headers });
  }
  await eventually(() => expect(requests()).toHaveLength(9));
  expect(JSON.stringify(lines)).not.toContain(SECRET);
});
