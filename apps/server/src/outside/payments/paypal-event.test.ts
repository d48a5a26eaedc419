import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type PayPalSimulator, startPayPalSimulator } from '@moneytrail/simulators';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BadSignatureError, type ProviderRequest } from './payment-provider.ts';
import { createPayPal, type PayPalSettings } from './paypal.ts';

const SENT_MS = Date.parse('2026-11-01T10:00:00Z');
const CERTIFICATES = /^\/v1\/notifications\/certs\//;

let nowMs = SENT_MS;
const clock = { now: () => nowMs };
let simulator: PayPalSimulator;
const receiver = createServer();
const received: ProviderRequest[] = [];
const open = (changed: Partial<PayPalSettings> = {}) => {
  const certificateOrigins = [simulator.baseUrl];
  return createPayPal({ ...simulator, certificateOrigins, ...changed }, { clock });
};

/** The newest delivery, with other headers or bytes if given. */
function delivery(headers: Record<string, string> = {}, body?: Buffer): ProviderRequest {
  const last = received.at(-1);
  if (!last) throw new Error('nothing was delivered');
  return { headers: { ...last.headers, ...headers }, body: body ?? last.body };
}

beforeAll(async () => {
  receiver.on('request', (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks) });
      response.end();
    });
  });
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  const { port } = receiver.address() as AddressInfo; // It listens on a port.
  simulator = await startPayPalSimulator({ now: clock.now, retryDelaysMs: [] });
  simulator.webhooks.setUrl(`http://127.0.0.1:${port}/`);
  const { approveUrl } = await open().startSubscription({
    plan: { id: 'P-3MONTHLY00000000000NOTRIAL', amountCents: 2_999, currency: 'USD' },
    userId: 'user-ü-1',
    email: 'buyer@private.test',
    returnUrl: 'https://app.example/',
    cancelUrl: 'https://app.example/',
    requestId: 'r1',
  });
  await simulator.decide(approveUrl, 'approve');
  await simulator.webhooks.idle();
});
afterAll(async () => {
  await simulator.close();
  receiver.closeAllConnections();
  receiver.close();
});
beforeEach(() => {
  nowMs = SENT_MS;
  simulator.setFault('none');
});

const paths = [
  ['here', () => simulator.setFault('none')],
  [
    'by PayPal, while its certificate cannot be had',
    () => simulator.setFault('500', 0, CERTIFICATES),
  ],
] as const;

test.each(paths)('C48: a genuine notice is verified %s', async (_by, prepare) => {
  prepare();
  const [created, activated, sale] = received;
  if (!created || !activated || !sale) throw new Error('three notices were expected');
  const { readEvent } = open();
  const { id } = JSON.parse(activated.body.toString()).resource;
  expect(await readEvent(activated)).toMatchObject({
    key: JSON.parse(activated.body.toString()).id,
    type: 'BILLING.SUBSCRIPTION.ACTIVATED',
    subscriptionId: id,
    userId: 'user-ü-1',
    atMs: SENT_MS,
  });
  expect(await readEvent(sale)).toMatchObject({
    type: 'PAYMENT.SALE.COMPLETED',
    subscriptionId: id,
    userId: 'user-ü-1',
  });
});

test.each(paths)('C48: a changed notice is refused, verified %s', async (_by, prepare) => {
  prepare();
  const { readEvent } = open();
  const { body } = delivery();
  const changed = Buffer.from(body.toString().replace('completed', 'Completed'));
  await expect(readEvent(delivery({}, changed))).rejects.toThrow(BadSignatureError);
  for (const headers of [
    { 'paypal-transmission-sig': 'AAAA' },
    { 'paypal-transmission-id': 'other' },
    { 'paypal-transmission-time': '2026-11-01T10:00:01Z' },
    { 'paypal-auth-algo': 'SHA1withRSA' },
  ]) {
    await expect(readEvent(delivery(headers))).rejects.toThrow(BadSignatureError);
  }
  await expect(open({ webhookId: 'OTHER' }).readEvent(delivery())).rejects.toThrow(
    BadSignatureError,
  );
});

test('C48: one byte more is refused', async () => {
  const spaced = Buffer.concat([delivery().body, Buffer.from(' ')]);
  await expect(open().readEvent(delivery({}, spaced))).rejects.toThrow(BadSignatureError);
});

test('a notice without the headers, or that is no JSON, is refused', async () => {
  const { readEvent } = open();
  await expect(readEvent({ headers: {}, body: delivery().body })).rejects.toThrow(
    BadSignatureError,
  );
  await expect(readEvent(delivery({}, Buffer.from('{')))).rejects.toThrow(BadSignatureError);
});

test('C48: a notice signed more than five minutes ago is refused, or as much ahead', async () => {
  const { readEvent } = open();
  nowMs = SENT_MS + 300_000;
  await readEvent(delivery());
  nowMs = SENT_MS + 301_000;
  await expect(readEvent(delivery())).rejects.toThrow(BadSignatureError);
  nowMs = SENT_MS - 301_000;
  await expect(readEvent(delivery())).rejects.toThrow(BadSignatureError);
});

test('a certificate from another host is not even asked for', async () => {
  const { readEvent } = open();
  let asked = 0;
  const stranger = createServer((_request, response) => {
    asked += 1;
    response.end();
  });
  await new Promise<void>((listening) => stranger.listen(0, '127.0.0.1', listening));
  const { port } = stranger.address() as AddressInfo; // It listens on a port.
  const own = new URL(simulator.baseUrl);
  for (const url of [
    `http://127.0.0.1:${port}/v1/notifications/certs/CERT-5a6b7c8d-51eed001`,
    `http://${own.host}@127.0.0.1:${port}/v1/notifications/certs/CERT-1`,
    `https://${own.host}/v1/notifications/certs/CERT-5a6b7c8d-51eed001`,
    `${own.origin}/v1/notifications/certs/unknown`,
    `${own.origin}/v1/billing/plans`,
    'nowhere',
  ]) {
    await expect(readEvent(delivery({ 'paypal-cert-url': url }))).rejects.toThrow(
      BadSignatureError,
    );
  }
  stranger.close();
  expect(asked).toBe(0);
});

test('a certificate is read once', async () => {
  const { readEvent } = open();
  await readEvent(delivery());
  simulator.setFault('cut', 0, /^\//);
  await readEvent(delivery());
});

test('a notice signed with another key is refused', async () => {
  await simulator.webhooks.forge({ id: 'WH-1', event_type: 'x', resource: {} });
  await expect(open().readEvent(delivery())).rejects.toThrow(BadSignatureError);
  received.pop();
});

test('a notice that cannot be verified is not refused for good', async () => {
  simulator.setFault('500', 0, /notifications/);
  await expect(open().readEvent(delivery())).rejects.toMatchObject({ kind: 'unavailable' });
});
