import { createHmac } from 'node:crypto';
import { DAY_MS } from '@moneytrail/calendar';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StateStorage } from '../payments/payment-service.ts';
import { holdClock } from '../testing/held-clock.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';
import { type LemonSimulator, startLemonSimulator } from './lemon-simulator.ts';

const JSON_API = 'application/vnd.api+json';
const [MONTHLY, YEARLY] = ['1001', '1002'];

type Resource = {
  id: string;
  attributes: Record<string, unknown> & { urls: Record<string, string> };
};
type Document = { data: Resource & Resource[]; included: Resource[] };

let clock: ReturnType<typeof holdClock>;
let receiver: WebhookReceiver;
let lemon: LemonSimulator;
beforeEach(async () => {
  clock = holdClock('2026-11-01T10:00:00Z');
  receiver = await startWebhookReceiver();
  lemon = await startLemonSimulator({ now: clock.now, retryDelaysMs: [] });
  lemon.webhooks.setUrl(receiver.url);
});
afterEach(async () => {
  await lemon.close();
  await receiver.close();
});

async function ask(method: string, path: string, body?: object) {
  const answer = await fetch(`${lemon.baseUrl}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${lemon.apiKey}`,
      accept: JSON_API,
      'content-type': JSON_API,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  // Tests assert the fields they read.
  return { status: answer.status, json: (await answer.json()) as Document };
}

async function checkout(variant = MONTHLY, custom: object = { user_id: 'user-1' }) {
  const { status, json } = await ask('POST', '/checkouts', {
    data: {
      type: 'checkouts',
      attributes: {
        product_options: { redirect_url: 'https://app.example/account?paypalReturned=true' },
        checkout_data: { email: 'a@b.test', custom },
      },
      relationships: {
        store: { data: { type: 'stores', id: lemon.storeId } },
        variant: { data: { type: 'variants', id: variant } },
      },
    },
  });
  return { status, json, url: String(json.data?.attributes.url) };
}

async function subscribe(): Promise<string> {
  const { url } = await checkout();
  await lemon.decide(url, 'pay');
  await lemon.webhooks.idle();
  return (await lemon.subscriptionIds()).at(-1) ?? '';
}

const read = async (id: string) => (await ask('GET', `/subscriptions/${id}`)).json.data.attributes;
const post = (url: string, decision: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ decision }), redirect: 'manual' });
const namesOf = () => receiver.received.map(({ headers }) => headers['x-event-name']);

test('the store sells its plans as variants of one product', async () => {
  const { json } = await ask('GET', '/products?filter[store_id]=1&include=variants');
  expect(json.data).toHaveLength(1);
  expect(json.included.map(({ id }) => id)).toEqual([MONTHLY, YEARLY]);
  expect((await ask('GET', '/stores/1')).json.data.attributes.currency).toBe('USD');
  const prices = await ask('GET', `/prices?filter[variant_id]=${YEARLY}`);
  expect(prices.json.data).toMatchObject([
    { attributes: { unit_price: 29_990, renewal_interval_unit: 'year' } },
  ]);
  expect((await ask('GET', '/products?filter[store_id]=2')).json.data).toEqual([]);
  expect((await ask('GET', '/variants?page[size]=1&page[number]=2')).json).toMatchObject({
    data: [{ id: YEARLY }],
    meta: { page: { total: 2, lastPage: 2 } },
  });
});

test('a buyer who pays on the page comes back, and webhooks carry the custom data', async () => {
  const { status, url } = await checkout();
  expect(status).toBe(201);
  const html = await (await fetch(url)).text();
  expect(html).toContain('Simulated payment');
  expect(html).toContain('USD 29.99 per month');
  const decided = await post(url, 'pay');
  expect(decided.headers.get('location')).toBe('https://app.example/account?paypalReturned=true');
  expect((await fetch(url)).status).toBe(404);
  await lemon.webhooks.idle();
  expect(namesOf()).toEqual([
    'subscription_created',
    'subscription_updated',
    'subscription_payment_success',
  ]);
  for (const { headers, body } of receiver.received) {
    const signature = createHmac('sha256', lemon.webhookSecret).update(body).digest('hex');
    expect(headers['x-signature']).toBe(signature);
    expect(JSON.parse(body.toString()).meta.custom_data).toEqual({ user_id: 'user-1' });
  }
  const [id] = await lemon.subscriptionIds();
  expect(await read(id ?? '')).toMatchObject({
    status: 'active',
    user_email: 'a@b.test',
    renews_at: '2026-12-01T10:00:00.000000Z',
    ends_at: null,
  });
});

test('a refused card can be retried, and a cancelled payment charges nothing', async () => {
  const { url } = await checkout();
  expect(await (await post(url, 'fail')).text()).toContain('The card was refused');
  expect(await (await post(url, 'cancel')).text()).toContain('You have not been charged');
  expect(await lemon.subscriptionIds()).toEqual([]);
  expect((await post(url, 'pay')).status).toBe(303);
});

test('a cancelled subscription runs to its end, and can be resumed before', async () => {
  const id = await subscribe();
  const ends_at = '2026-12-01T10:00:00.000000Z';
  expect((await ask('DELETE', `/subscriptions/${id}`)).json.data.attributes).toMatchObject({
    status: 'cancelled',
    cancelled: true,
    ends_at,
  });
  const data = { type: 'subscriptions', id, attributes: { cancelled: false } };
  await ask('PATCH', `/subscriptions/${id}`, { data });
  expect(await read(id)).toMatchObject({ status: 'active', ends_at: null });
  await ask('DELETE', `/subscriptions/${id}`);
  clock.passTo(ends_at);
  expect(await read(id)).toMatchObject({ status: 'expired', ends_at });
});

test('a failed payment is retried four times in two weeks; another card pays the open invoice', async () => {
  const id = await subscribe();
  clock.passTo('2026-12-01T10:00:00Z');
  await lemon.move(id, 'paymentFailed');
  expect((await read(id)).status).toBe('past_due');
  const { data } = (await ask('GET', `/subscription-invoices?filter[subscription_id]=${id}`)).json;
  expect(data.map(({ attributes }) => attributes.status)).toContain('pending');
  clock.pass(14 * DAY_MS);
  const { status, urls } = await read(id);
  expect(status).toBe('unpaid');
  await post(urls.update_payment_method ?? '', 'pay');
  expect(await read(id)).toMatchObject({ status: 'active' });
  await lemon.webhooks.idle();
  expect(namesOf()).toContain('subscription_payment_recovered');
});

test('a change of variant takes effect at once', async () => {
  const id = await subscribe();
  const attributes = { variant_id: Number(YEARLY) };
  await ask('PATCH', `/subscriptions/${id}`, { data: { type: 'subscriptions', id, attributes } });
  expect(await read(id)).toMatchObject({ variant_id: Number(YEARLY) });
});

test('invalid requests are refused in JSON:API format', async () => {
  expect(await ask('GET', '/subscriptions/99')).toMatchObject({
    status: 404,
    json: { errors: [{ status: '404', title: 'Not Found' }] },
  });
  expect((await checkout('9')).status).toBe(404);
  expect((await checkout(MONTHLY, { user_id: 7 })).status).toBe(422);
  const stranger = await fetch(`${lemon.baseUrl}/v1/products`);
  expect([stranger.status, stranger.headers.get('content-type')]).toEqual([
    401,
    expect.stringContaining(JSON_API),
  ]);
});

test('a restart on the same storage loses nothing', async () => {
  let kept: string | null = null;
  const storage: StateStorage = {
    read: async () => kept,
    write: async (text) => {
      kept = text;
    },
  };
  await lemon.close();
  lemon = await startLemonSimulator({ now: clock.now, storage });
  const id = await subscribe();
  await lemon.close();
  lemon = await startLemonSimulator({ now: clock.now, storage });
  expect((await read(id)).status).toBe('active');
  lemon.webhooks.setUrl(receiver.url);
  await lemon.webhooks.idle();
  expect(namesOf()).toContain('subscription_created');
});
