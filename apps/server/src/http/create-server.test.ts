import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { endpoint, errorBody } from '@moneytrail/contract';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { createServer, type ServerOptions } from './create-server.ts';
import { notFound } from './error-handler.ts';
import { createRouter } from './route.ts';
import { commonHeaders } from './security-headers.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const PUBLIC_URL = 'https://app.example';
/** Sockets that say nothing; 400 at once. */
const SILENT = process.env.TEST_LONG === 'true' ? 4_000 : 1_200;
/** More than systems keep for a caller who reads nothing. */
const LARGE = Buffer.alloc(32 * 1_048_576);

const echo = endpoint({
  name: 'echo',
  summary: 'Is there for a test.',
  method: 'POST',
  path: '/api/echo/:id',
  access: 'public',
  params: z.strictObject({ id: z.string() }),
  query: z.optional(z.strictObject({ text: z.optional(z.string()) })),
  body: z.unknown(),
  response: z.unknown(),
});

async function start(change: Partial<ServerOptions> = {}) {
  const { app } = createServer({
    log: pino({ level: 'silent' }),
    publicUrl: PUBLIC_URL,
    isBehindProxy: false,
    requestTimeoutMs: 10_000,
    stallMs: 60_000,
    connectionsPerAddress: null,
    partnerOrigins: [],
    ...change,
  });
  app.setNotFoundHandler(notFound);
  const router = createRouter(app, { readUser: async () => null, checkAnswers: true });
  router.route(echo, async ({ body }) => body ?? {});
  app.get('/large', async () => LARGE);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  return { app, address, port: Number(new URL(address).port) };
}

/** Everything that a server sends back until it closes the connection. */
async function answerTo(port: number, bytes: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}

function partsOf(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
  const [line = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((each) => {
      const [name = '', ...value] = each.split(': ');
      return [name.toLowerCase(), value.join(': ')];
    }),
  );
  return { status: Number(line.split(' ')[1]), headers, body };
}

const CLOSING = 'Host: a\r\nConnection: close\r\n';
const post = (body: string) =>
  `POST /api/echo/1 HTTP/1.1\r\n${CLOSING}Origin: ${PUBLIC_URL}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

describe('C56, C29: requests refused by the framework', () => {
  test.each<[string, string, number, string]>([
    ['a path that cannot be decoded', `GET /% HTTP/1.1\r\n${CLOSING}\r\n`, 400, 'BAD_REQUEST'],
    ['a body that is no JSON', post('{'), 400, 'BAD_REQUEST'],
    ['a body that is too large', post(`"${'x'.repeat(110_000)}"`), 413, 'TOO_LARGE'],
    ['an unknown method', `BREW / HTTP/1.1\r\n${CLOSING}\r\n`, 400, 'BAD_REQUEST'],
    ['a method that nothing serves', `PROPFIND / HTTP/1.1\r\n${CLOSING}\r\n`, 404, 'NOT_FOUND'],
    [
      'headers that are too large',
      `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'BAD_REQUEST',
    ],
    ['bytes that are no request', '\u0000\u0001\u0002\r\n\r\n', 400, 'BAD_REQUEST'],
    [
      'two lengths',
      `POST / HTTP/1.1\r\n${CLOSING}Content-Length: 1\r\nContent-Length: 2\r\n\r\na`,
      400,
      'BAD_REQUEST',
    ],
    ['an unknown path', `GET /nowhere HTTP/1.0\r\n\r\n`, 404, 'NOT_FOUND'],
    ['no host', 'GET /large HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'BAD_REQUEST'],
    ['two hosts', `GET /large HTTP/1.1\r\n${CLOSING}hOST: b\r\n\r\n`, 400, 'BAD_REQUEST'],
    ['one host twice', `GET /large HTTP/1.0\r\n${CLOSING}Host: a\r\n\r\n`, 400, 'BAD_REQUEST'],
  ])('%s has our form and our headers', async (_what, bytes, status, code) => {
    const { port } = await start();
    const { headers, body, ...answer } = partsOf(await answerTo(port, bytes));
    expect(answer.status).toBe(status);
    const failure = errorBody.parse(JSON.parse(body));
    expect(failure.code).toBe(code);
    expect(failure.requestId).toMatch(UUID);
    expect(headers).toMatchObject({ ...commonHeaders(true), 'x-request-id': failure.requestId });
  });
});

test('the request id is ours, not the caller’s', async () => {
  const { address } = await start();
  const ask = () =>
    fetch(`${address}/api/echo/1`, {
      method: 'POST',
      headers: { origin: PUBLIC_URL, 'x-request-id': 'mine', 'request-id': 'mine' },
    });
  const ids = [await ask(), await ask()].map(({ headers }) => headers.get('x-request-id'));
  expect(ids).toEqual([expect.stringMatching(UUID), expect.stringMatching(UUID)]);
  expect(new Set(ids).size).toBe(2);
});

test.each([
  '/api/echo/1',
  '/%61pi/echo/1',
  '/a%70%69/echo/1',
  'http://app.example/api/echo/1',
  'HTTP://app.example/%61pi/echo/1?text=a',
])('an API answer is not cached and is inert as a page, requested as %s', async (url) => {
  const { port } = await start();
  const answer = partsOf(await answerTo(port, post('{}').replace('/api/echo/1', url)));
  expect(answer.status).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none';/);
});

test.each([
  ['GET', 'h2c'],
  ['POST', 'h2c'],
  ['POST', 'websocket'],
])('a %s that offers %s is answered as if it did not', async (method, upgrade) => {
  const { app, port } = await start();
  app.server.on('upgrade', (_request, socket) => socket.destroy());
  const headers = {
    connection: 'Upgrade, HTTP2-Settings',
    upgrade,
    'http2-settings': 'AAMAAABkAAQ',
    origin: PUBLIC_URL,
    'content-type': 'application/json',
  };
  const asked = request({ port, method, path: '/api/echo/1', headers });
  onTestFinished(() => void asked.destroy());
  asked.end(method === 'POST' ? '{}' : undefined);
  const [answer] = await once(asked, 'response');
  expect(answer.statusCode).toBe(method === 'POST' ? 200 : 404);
});

test('expectations other than 100-continue are ignored', async () => {
  const { port } = await start();
  const bytes = post('{}').replace('Origin', 'Expect: the-moon\r\nOrigin');
  expect(partsOf(await answerTo(port, bytes)).status).toBe(200);
});

test('a client that disconnects in the middle of a body is not logged as our failure', async () => {
  const logged: string[] = [];
  const { app, address, port } = await start({
    log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }),
  });
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(post('{"text":1}').slice(0, -4));
  const [, response] = await once(app.server, 'request');
  socket.resetAndDestroy();
  await once(response, 'close');
  // Once another one is answered, all that there is to say of the first is said.
  await fetch(`${address}/large`);
  expect(logged).toEqual([]);
});

test('C29: a request while the server stops gets 503 in our form', async () => {
  const { app, port } = await start();
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  const first = post('{}').replace('Connection: close\r\n', '');
  socket.write(first.slice(0, -1));
  await once(app.server, 'request');
  const stopped = app.close();
  socket.write(`}${first}`);
  await once(socket, 'close');
  await stopped;
  const answers = Buffer.concat(chunks)
    .toString('latin1')
    .split(/(?=HTTP\/1\.1 )/);
  const last = partsOf(answers.at(-1) ?? '');
  expect(answers.length).toBe(2);
  expect(last.status).toBe(503);
  const failure = errorBody.parse(JSON.parse(last.body));
  expect(failure.code).toBe('UNAVAILABLE');
  expect(last.headers).toMatchObject({
    ...commonHeaders(true),
    'x-request-id': failure.requestId,
    'retry-after': expect.any(String),
  });
});

describe('the content policy', () => {
  const HOSTILE = "evil.example; script-src-elem * 'unsafe-inline'";

  test('knows only the public address, whatever the Host header', async () => {
    const { port } = await start();
    for (const name of ['Host', 'X-Forwarded-Host']) {
      const own = name === 'Host' ? '' : 'Host: a\r\n';
      const bytes = `GET / HTTP/1.1\r\n${own}${name}: ${HOSTILE}\r\nConnection: close\r\n\r\n`;
      const { headers } = partsOf(await answerTo(port, bytes));
      const policy = headers['content-security-policy'];
      expect(policy).toContain("connect-src 'self' wss://app.example;");
      expect(policy).not.toContain('evil');
    }
  });

  test('lets our pages frame nothing, or the one configured host', async () => {
    const framing = async (change: Partial<ServerOptions>) => {
      const { app } = await start(change);
      return String((await app.inject('/')).headers['content-security-policy']);
    };
    expect(await framing({})).toContain("; frame-src 'none';");
    const frameSource = 'https://news.example';
    expect(await framing({ frameSource })).toContain(`; frame-src ${frameSource};`);
  });

  test('knows where the server listens, without a public address', async () => {
    const { port } = await start({ publicUrl: null, isBehindProxy: true });
    const bytes = `GET / HTTP/1.1\r\nHost: ${HOSTILE}\r\nX-Forwarded-Host: x\r\nConnection: close\r\n\r\n`;
    const { headers } = partsOf(await answerTo(port, bytes));
    expect(headers['content-security-policy']).toContain(
      `connect-src 'self' ws://127.0.0.1:${port} ws://localhost:${port};`,
    );
  });

  test('names where breaches are reported: by address, and by name where there is TLS', async () => {
    const headersOf = async (options?: Parameters<typeof start>[0]) => {
      const { port } = await start(options);
      return partsOf(await answerTo(port, `GET / HTTP/1.1\r\n${CLOSING}\r\n`)).headers;
    };
    const place = '/api/reports/content-policy';
    const secure = await headersOf();
    expect(secure['content-security-policy']).toContain(
      `report-to content-policy; report-uri ${place}`,
    );
    expect(secure['reporting-endpoints']).toBe(`content-policy="${place}"`);
    const plain = await headersOf({ publicUrl: null });
    expect(plain['content-security-policy']).toMatch(new RegExp(`'script'; report-uri ${place}$`));
    expect(plain).not.toHaveProperty('reporting-endpoints');
  });
});

describe('C72: half a character and NUL', () => {
  test.each([
    ['in an id', '/api/echo/a%00b', {}],
    ['in a query', '/api/echo/1?text=%00', {}],
    ['in a body', '/api/echo/1', { deep: [{ text: 'a\0' }] }],
    ['in a key of a body', '/api/echo/1', { 'a\0': 1 }],
    ['half a pair in a body', '/api/echo/1', { text: '\ud800' }],
  ])('%s are 400', async (_what, path, body) => {
    const { address } = await start();
    const answer = await fetch(`${address}${path}`, {
      method: 'POST',
      headers: { origin: PUBLIC_URL, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect([answer.status, errorBody.parse(await answer.json()).code]).toEqual([
      400,
      'BAD_REQUEST',
    ]);
  });
});

test.each(['GET /nowhere', 'POST /nowhere', 'POST /api/echo/1'])(
  'a body that %s does not read closes the connection',
  async (call) => {
    const { port } = await start();
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.write(`${call} HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n0123`);
    await once(socket, 'close');
    const { status, headers } = partsOf(String(Buffer.concat(chunks)));
    expect([status, headers.connection]).toEqual([expect.toBeOneOf([404, 415]), 'close']);
  },
);

describe('C73: sockets', () => {
  async function open(port: number, count: number): Promise<Socket[]> {
    const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
    for (const socket of sockets) socket.resume().on('error', () => undefined);
    // Before the server closes, which waits for open sockets.
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    await Promise.all(
      sockets.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])),
    );
    return sockets;
  }

  test(`${SILENT} silent sockets are closed in time while others are served`, async () => {
    const { app, address, port } = await start({ requestTimeoutMs: 1_000 });
    // Fewer at once than the system queues for a server, or it would drop some by itself.
    for (let opened = 0; opened < SILENT; opened += 400) {
      await open(port, 400);
      expect(await connectionsOf(app)).toBeLessThan(700);
    }
    const answer = await fetch(`${address}/api/echo/1`, {
      method: 'POST',
      headers: { origin: PUBLIC_URL },
    });
    expect(answer.status).toBe(200);
    await expect.poll(() => connectionsOf(app), { timeout: 30_000 }).toBeLessThanOrEqual(1);
  });

  const readLarge = (port: number) => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    socket.write(`GET /large HTTP/1.1\r\n${CLOSING}\r\n`);
    return socket;
  };

  test('a client that reads nothing is disconnected in time', async () => {
    const { app, port } = await start({ stallMs: 500 });
    const socket = readLarge(port);
    await once(socket, 'connect');
    await expect.poll(() => connectionsOf(app), { timeout: 20_000 }).toBe(0);
  });

  test('a slow reader gets the whole answer', async () => {
    const { port } = await start({ stallMs: 2_000 });
    const socket = readLarge(port);
    let bytes = 0;
    for await (const chunk of socket) {
      const isNextMiB =
        Math.floor(bytes / 1_048_576) < Math.floor((bytes + chunk.length) / 1_048_576);
      bytes += chunk.length;
      if (isNextMiB) await setTimeout(100);
    }
    expect(bytes).toBeGreaterThan(LARGE.length);
  });

  test('a connection that pipelines many requests is closed before most are begun', async () => {
    let begun = 0;
    const { port } = await start({
      onAnswered: () => {
        begun += 1;
      },
    });
    const request = 'GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n';
    await answerTo(port, request.repeat(1_000));
    expect(begun).toBeLessThan(20);
    const few = await answerTo(port, request.repeat(5) + post('{}'));
    expect(few.match(/HTTP\/1\.1 404 /g)).toHaveLength(5);
    expect(few).toContain('HTTP/1.1 200 ');
  });

  test('more than an address may open are closed at once, and one that closes makes room', async () => {
    const { address, port } = await start({ connectionsPerAddress: 3 });
    const [first] = await open(port, 3);
    const [refused] = await open(port, 1);
    if (refused && !refused.closed) await once(refused, 'close');
    first?.destroy();
    await expect.poll(async () => (await fetch(address).catch(() => null))?.status).toBe(404);
  });
});

function connectionsOf(app: Awaited<ReturnType<typeof start>>['app']): Promise<number> {
  return new Promise((done, fail) => {
    app.server.getConnections((error, count) => (error ? fail(error) : done(count)));
  });
}
