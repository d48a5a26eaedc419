import { createECDH, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decrypt } from 'http_ece';
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { MACHINE_CLOCK } from '../steady-clock.ts';
import { createGuardedPost } from './guarded-post.ts';
import { createPushSender, isGone, vapidKeysOf } from './web-push.ts';

const SECRET = 'an installation secret of enough length';

type Received = { headers: Record<string, string>; body: Buffer };

/** A push service that answers with a status, and a browser that is subscribed there. */
async function openPushService(status: number) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = request.headers as Record<string, string>;
    received.push({ headers, body: Buffer.concat(chunks) });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const browser = createECDH('prime256v1');
  const p256dh = browser.generateKeys('base64url');
  const auth = randomBytes(16).toString('base64url');
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const subscription = { endpoint: `${origin}/push/1`, keys: { p256dh, auth } };
  return { received, origin, browser, auth, subscription };
}

const post = createGuardedPost({ mayReachLoopback: true, clock: MACHINE_CLOCK });
const signal = new AbortController().signal;

test('a push message is readable by its browser alone, and signed by the key of the installation', async () => {
  const { received, origin, browser, auth, subscription } = await openPushService(201);
  const keys = vapidKeysOf(SECRET);
  const push = createPushSender({ post, keys, contact: 'mailto:desk@example.com' });
  const text = JSON.stringify({ title: 'BTCUSD above 10 700' });
  expect((await push(subscription, text, signal)).status).toBe(201);
  const [message] = received;
  const plain = decrypt(message?.body ?? Buffer.alloc(0), {
    version: 'aes128gcm',
    privateKey: browser,
    authSecret: auth,
  });
  expect(plain.toString()).toBe(text);
  expect(message?.headers).toMatchObject({ ttl: '43200', urgency: 'high' });

  const [, token = '', key] =
    /^vapid t=([^,]+), k=(.+)$/.exec(message?.headers.authorization ?? '') ?? [];
  expect(key).toBe(keys.publicKey);
  const point = Buffer.from(keys.publicKey, 'base64url');
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((each) =>
    each.toString('base64url'),
  );
  const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256');
  expect(decodeProtectedHeader(token).alg).toBe('ES256');
  const { payload } = await jwtVerify(token, publicKey, { audience: origin });
  expect(payload.sub).toBe('mailto:desk@example.com');
});

test('every process derives the same key, and another secret another one', () => {
  expect(vapidKeysOf(SECRET)).toEqual(vapidKeysOf(SECRET));
  expect(vapidKeysOf(SECRET).publicKey).not.toBe(vapidKeysOf(`${SECRET}!`).publicKey);
});

test('a subscription that the push service has forgotten is gone', async () => {
  const push = createPushSender({
    post,
    keys: vapidKeysOf(SECRET),
    contact: 'mailto:desk@example.com',
  });
  const isGoneAt = async (status: number) =>
    isGone(await push((await openPushService(status)).subscription, 'x', signal));
  expect([await isGoneAt(410), await isGoneAt(404), await isGoneAt(503)]).toEqual([
    true,
    true,
    false,
  ]);
});

test('keys that are not a browser’s are refused before anything is sent', async () => {
  const { received, subscription } = await openPushService(201);
  const push = createPushSender({
    post,
    keys: vapidKeysOf(SECRET),
    contact: 'mailto:desk@example.com',
  });
  const broken = { ...subscription, keys: { p256dh: 'AAAA', auth: 'AAAA' } };
  await expect(push(broken, 'x', signal)).rejects.toThrow();
  expect(received).toEqual([]);
});
