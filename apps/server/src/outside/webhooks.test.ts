import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { MACHINE_CLOCK } from '../steady-clock.ts';
import { AddressRefused, createGuardedPost, parseReceiver } from './guarded-post.ts';
import { newWebhookSecret, sendWebhook } from './webhooks.ts';

const never = () => new AbortController().signal;

async function openReceiver(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}/hook` };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const demoPost = (resolve?: (host: string) => Promise<readonly string[]>) =>
  createGuardedPost({
    mayReachLoopback: true,
    clock: MACHINE_CLOCK,
    ...(resolve && { resolve }),
  });

test('a receiver verifies a message by a library of its own, with either secret of a rotation', async () => {
  const received: { headers: Record<string, string>; body: string }[] = [];
  const { url } = await openReceiver(async (request, response) => {
    received.push({
      headers: request.headers as Record<string, string>,
      body: await bodyOf(request),
    });
    response.end('thank you');
  });
  const secrets = [newWebhookSecret(randomBytes), newWebhookSecret(randomBytes)];
  const body = JSON.stringify({ text: '“BTCUSD” above 10 700 ⚡' });
  const contentType = 'application/json';
  const message = { id: 'msg_1', sentAtMs: Date.now(), body, contentType } as const;
  const answer = await sendWebhook(demoPost(), { url, secrets }, message, never());
  expect(answer).toMatchObject({ status: 200, beginning: 'thank you' });
  const [got] = received;
  for (const secret of secrets) {
    expect(new Webhook(secret).verify(got?.body ?? '', got?.headers ?? {})).toEqual(
      JSON.parse(body),
    );
  }
  const stranger = new Webhook(newWebhookSecret(randomBytes));
  expect(() => stranger.verify(got?.body ?? '', got?.headers ?? {})).toThrow();
});

test.each([
  ['http://example.com/hook', 'https://'],
  ['ftp://example.com', 'https://'],
  ['not a url', 'not a URL'],
  ['https://user:word@example.com', 'password'],
  ['https://example.com:25/', 'Port 25'],
  ['https://127.0.0.1/', 'not a public address'],
  ['https://2130706433/', 'not a public address'],
  ['https://0x7f.1/', 'not a public address'],
  ['https://10.1.2.3/', 'not a public address'],
  ['https://100.64.0.1/', 'not a public address'],
  ['https://169.254.169.254/latest/meta-data', 'not a public address'],
  ['https://192.168.1.1/', 'not a public address'],
  ['https://0.0.0.0/', 'not a public address'],
  ['https://255.255.255.255/', 'not a public address'],
  ['https://[::1]/', 'not a public address'],
  ['https://[::]/', 'not a public address'],
  ['https://[fd00::1]/', 'not a public address'],
  ['https://[fe80::1]/', 'not a public address'],
  ['https://[::ffff:127.0.0.1]/', 'not a public address'],
  ['https://[::127.0.0.1]/', 'not a public address'],
  ['https://[::ffff:0:127.0.0.1]/', 'not a public address'],
  ['https://[4000::1]/', 'not a public address'],
  ['https://[64:ff9b::7f00:1]/', 'not a public address'],
  ['https://[2002:7f00:1::]/', 'not a public address'],
])('an address that is not public, or not https, is refused: %s', (address, said) => {
  expect(() => parseReceiver(address, false)).toThrow(said);
});

test('public addresses and names pass', () => {
  for (const address of [
    'https://hooks.example.com/a?b=c',
    'https://8.8.8.8:8443/',
    'https://[2606:4700::1111]/',
  ]) {
    expect(parseReceiver(address, false).href).toBe(new URL(address).href);
  }
});

test('loopback passes in demo mode only, and plain http to nothing else', async () => {
  expect(parseReceiver('http://127.0.0.1:9000/', true).port).toBe('9000');
  expect(() => parseReceiver('http://8.8.8.8/', true)).toThrow('not a public address');
  const post = demoPost(async () => ['93.184.215.14']);
  const request = { headers: {}, body: '', signal: never() };
  await expect(post({ ...request, url: 'http://plain.example/' })).rejects.toThrow(AddressRefused);
});

test('a name is refused if one of its addresses is private', async () => {
  for (const addresses of [['10.0.0.7'], ['93.184.215.14', '127.0.0.1'], ['::ffff:10.0.0.1']]) {
    const post = createGuardedPost({
      mayReachLoopback: false,
      clock: MACHINE_CLOCK,
      resolve: async () => addresses,
    });
    const request = { headers: {}, body: '', signal: never() };
    await expect(post({ ...request, url: 'https://hooks.example/' })).rejects.toThrow(
      'not a public address',
    );
  }
});

test('a connection uses the addresses that were checked, and the next one is checked again', async () => {
  const { port } = await openReceiver((_request, response) => response.end());
  const answers = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1']];
  let asked = 0;
  const post = demoPost(async () => answers[asked++] ?? []);
  const request = {
    url: `http://rebinding.example:${port}/`,
    headers: {},
    body: '',
    signal: never(),
  };
  expect((await post(request)).status).toBe(200);
  expect(asked).toBe(1);
  await expect(post(request)).rejects.toThrow(AddressRefused);
});

test('a redirect is not followed', async () => {
  let hits = 0;
  const { url } = await openReceiver((_request, response) => {
    hits += 1;
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  const answer = await demoPost()({ url, headers: {}, body: 'x', signal: never() });
  expect({ status: answer.status, hits }).toEqual({ status: 307, hits: 1 });
});

test('an answer that does not end is cut at 64 KB, and its beginning can be stored', async () => {
  const { url } = await openReceiver((_request, response) => {
    response.write(`\0${'é'.repeat(300)}`);
    const more = () => {
      while (response.write(Buffer.alloc(16_384, 'x')));
      response.once('drain', more);
    };
    more();
  });
  const answer = await demoPost()({ url, headers: {}, body: '', signal: never() });
  expect(answer.beginning).toBe(`\uFFFD${'é'.repeat(199)}`);
});

test('an aborted request ends at once', async () => {
  const { url } = await openReceiver(() => {});
  const aborted = AbortSignal.abort();
  const request = { url, headers: {}, body: '', signal: aborted };
  await expect(demoPost()(request)).rejects.toThrow();
});
