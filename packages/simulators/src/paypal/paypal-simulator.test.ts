import { DAY_MS } from '@moneytrail/calendar';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StateStorage } from '../payments/payment-service.ts';
import { jsonObject } from '../server/json-message.ts';
import { holdClock } from '../testing/held-clock.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';
import { type PayPalSimulator, startPayPalSimulator } from './paypal-simulator.ts';

/** Longer than any test takes on a busy machine. */
const RETRIES = Array.from({ length: 500 }, () => 20);
const SOON = { timeout: 60_000, interval: 20 };
const MONTHLY_TRIAL = 'P-1MONTHLY00000000000TRIAL14';
const MONTHLY = 'P-3MONTHLY00000000000NOTRIAL';
const context = {
  return_url: 'https://app.example/account?paypalReturned=true',
  cancel_url: 'https://app.example/account?paypalCancelled=true',
};

let clock: ReturnType<typeof holdClock>;
let receiver: WebhookReceiver;
let paypal: PayPalSimulator;
beforeEach(async () => {
  clock = holdClock('2026-01-31T10:00:00Z');
  receiver = await startWebhookReceiver();
  paypal = await startPayPalSimulator({ now: clock.now, retryDelaysMs: RETRIES });
  paypal.webhooks.setUrl(receiver.url);
});
afterEach(async () => {
  await paypal.close();
  await receiver.close();
});

async function token(): Promise<string> {
  const credentials = Buffer.from(`${paypal.clientId}:${paypal.clientSecret}`).toString('base64');
  const answer = await fetch(`${paypal.baseUrl}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return String(jsonObject(await answer.json()).access_token);
}

async function ask(path: string, body?: object, headers: Record<string, string> = {}) {
  const answer = await fetch(paypal.baseUrl + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${await token()}`,
      'content-type': 'application/json',
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  return { status: answer.status, json: jsonObject(text === '' ? null : JSON.parse(text)) };
}

async function start(planId: string, headers: Record<string, string> = {}) {
  const asked = {
    plan_id: planId,
    custom_id: 'user-1',
    subscriber: { email_address: 'a@b.test' },
    application_context: context,
  };
  const { status, json } = await ask('/v1/billing/subscriptions', asked, headers);
  const [approve] = json.links as { href: string }[];
  return { status, id: String(json.id), approveUrl: approve?.href ?? '' };
}

const read = async (id: string) => (await ask(`/v1/billing/subscriptions/${id}?fields=plan`)).json;
const typesOf = () =>
  receiver.received.map(({ body }) => JSON.parse(body.toString()).event_type as string);

test('the default plans are listed in pages', async () => {
  const first = await ask('/v1/billing/plans?page_size=3&total_required=true');
  expect(first.json).toMatchObject({ total_items: 4, total_pages: 2 });
  expect(first.json.plans).toHaveLength(3);
  expect((await ask('/v1/billing/plans?page_size=3&page=2')).json.plans).toHaveLength(1);
  expect((await ask('/v1/billing/plans?page_size=21')).status).toBe(400);
  expect((await ask(`/v1/billing/plans/${MONTHLY_TRIAL}`)).json.billing_cycles).toMatchObject([
    { tenure_type: 'TRIAL', frequency: { interval_unit: 'DAY', interval_count: 14 } },
    { pricing_scheme: { fixed_price: { value: '29.99', currency_code: 'USD' } } },
  ]);
  const products = await ask('/v1/catalogs/products');
  expect(products.json.products).toMatchObject([{ name: 'Moneytrail' }]);
});

test('the same request id makes one subscription', async () => {
  const first = await start(MONTHLY, { 'paypal-request-id': 'r1' });
  const again = await start(MONTHLY, { 'paypal-request-id': 'r1' });
  expect([first.status, again.status, again.id]).toEqual([201, 200, first.id]);
  expect((await start(MONTHLY, { 'paypal-request-id': 'r2' })).id).not.toBe(first.id);
});

test('a buyer who approves on the page comes back with the ids, and the subscription runs', async () => {
  const { id, approveUrl } = await start(MONTHLY);
  const page = await fetch(approveUrl);
  const html = await page.text();
  expect(html).toContain('Simulated payment');
  expect(html).toContain('USD 29.99 per month');
  expect(html).not.toContain('<script');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const decided = await fetch(approveUrl, {
    method: 'POST',
    body: new URLSearchParams({ decision: 'approve' }),
    redirect: 'manual',
  });
  const back = new URL(decided.headers.get('location') ?? '');
  expect(back.searchParams.get('subscription_id')).toBe(id);
  expect(back.searchParams.get('paypalReturned')).toBe('true');
  expect(back.searchParams.get('ba_token')).toMatch(/^BA-/);
  expect(await read(id)).toMatchObject({
    status: 'ACTIVE',
    custom_id: 'user-1',
    billing_info: { next_billing_time: '2026-02-28T10:00:00Z', failed_payments_count: 0 },
  });
  expect((await fetch(approveUrl)).status).toBe(404);
});

test('cancelling on the page charges nothing and can be reversed; a failed payment starts nothing', async () => {
  const { id, approveUrl } = await start(MONTHLY);
  expect(await paypal.decide(approveUrl, 'cancel')).toContain('paypalCancelled=true');
  expect(await paypal.decide(approveUrl, 'fail')).toContain('paypalReturned=true');
  expect(await read(id)).toMatchObject({
    status: 'APPROVAL_PENDING',
    billing_info: { failed_payments_count: 1 },
  });
  await paypal.decide(approveUrl, 'approve');
  expect((await read(id)).status).toBe('ACTIVE');
});

test('a trial is followed by monthly payments as the clock advances', async () => {
  const { id, approveUrl } = await start(MONTHLY_TRIAL);
  await paypal.decide(approveUrl, 'approve');
  clock.pass(14 * DAY_MS);
  expect(await read(id)).toMatchObject({
    billing_info: { next_billing_time: '2026-03-14T10:00:00Z' },
  });
  clock.passTo('2026-04-14T10:00:00Z');
  const path = `/v1/billing/subscriptions/${id}/transactions`;
  const window = '?start_time=2026-01-01T00:00:00Z&end_time=2026-12-31T00:00:00Z';
  expect((await ask(path + window)).json.transactions).toHaveLength(3);
  expect((await ask(path)).status).toBe(400);
});

test('failed payments are retried and suspend at the third; a successful one reactivates', async () => {
  const { id, approveUrl } = await start(MONTHLY);
  await paypal.decide(approveUrl, 'approve');
  await paypal.move(id, 'paymentFailed');
  expect(await read(id)).toMatchObject({
    status: 'ACTIVE',
    billing_info: { failed_payments_count: 1 },
  });
  clock.pass(10 * DAY_MS);
  expect((await read(id)).status).toBe('SUSPENDED');
  await paypal.move(id, 'paymentSucceeded');
  expect(await read(id)).toMatchObject({
    status: 'ACTIVE',
    billing_info: { failed_payments_count: 0, next_billing_time: '2026-03-28T10:00:00Z' },
  });
});

test('a revision takes effect once the buyer has approved it', async () => {
  const { id, approveUrl } = await start(MONTHLY);
  await paypal.decide(approveUrl, 'approve');
  const yearly = 'P-4YEARLY000000000000NOTRIAL';
  const { json } = await ask(`/v1/billing/subscriptions/${id}/revise`, {
    plan_id: yearly,
    application_context: context,
  });
  expect((await read(id)).plan_id).toBe(MONTHLY);
  const [approve] = json.links as { href: string }[];
  await paypal.decide(approve?.href ?? '', 'approve');
  expect((await read(id)).plan_id).toBe(yearly);
});

test("calls that the status forbids are refused with PayPal's error", async () => {
  const { id, approveUrl } = await start(MONTHLY);
  const cancel = () => ask(`/v1/billing/subscriptions/${id}/cancel`, { reason: 'x' });
  const refused = await cancel();
  expect(refused).toMatchObject({
    status: 422,
    json: { details: [{ issue: 'SUBSCRIPTION_STATUS_INVALID' }] },
  });
  await paypal.decide(approveUrl, 'approve');
  expect((await ask(`/v1/billing/subscriptions/${id}/suspend`, { reason: 'x' })).status).toBe(204);
  expect((await ask(`/v1/billing/subscriptions/${id}/activate`, { reason: 'x' })).status).toBe(204);
  expect((await cancel()).status).toBe(204);
  expect((await read(id)).billing_info).not.toHaveProperty('next_billing_time');
  expect((await ask('/v1/billing/subscriptions/I-NOBODY')).status).toBe(404);
  paypal.tokens.revoke();
  const headers = { authorization: 'Bearer old' };
  const stranger = await fetch(`${paypal.baseUrl}/v1/billing/plans`, { headers });
  expect(stranger.status).toBe(401);
});

test('events are posted in order, retried until they are accepted, and sent again on demand', async () => {
  receiver.answer(500);
  const { approveUrl } = await start(MONTHLY);
  await expect.poll(() => receiver.received.length, SOON).toBeGreaterThanOrEqual(2);
  receiver.answer(200);
  await expect
    .poll(async () => (await paypal.webhooks.list()).every((one) => one.isDelivered), SOON)
    .toBe(true);
  receiver.received.length = 0;
  await paypal.decide(approveUrl, 'approve');
  await paypal.webhooks.idle();
  expect(typesOf()).toEqual(['BILLING.SUBSCRIPTION.ACTIVATED', 'PAYMENT.SALE.COMPLETED']);
  const sent = receiver.received.length;
  const last = (await paypal.webhooks.list()).at(-1);
  expect(await paypal.webhooks.deliver(last?.id ?? '')).toBe(200);
  const [before, again] = [receiver.received[sent - 1], receiver.received[sent]];
  expect(again?.body).toEqual(before?.body);
});

test('held events are delivered in any order', async () => {
  paypal.webhooks.hold();
  const { approveUrl } = await start(MONTHLY);
  await paypal.decide(approveUrl, 'approve');
  const held = await paypal.webhooks.list();
  for (const { id } of held.toReversed()) await paypal.webhooks.deliver(id);
  expect(typesOf()).toEqual(held.map(({ type }) => type).toReversed());
  await paypal.webhooks.release();
  expect(receiver.received).toHaveLength(held.length);
});

test('a restart on the same storage loses nothing, including undelivered events', async () => {
  let kept: string | null = null;
  const storage: StateStorage = {
    read: async () => kept,
    write: async (text) => {
      kept = text;
    },
  };
  const options = { now: clock.now, storage, retryDelaysMs: [] };
  await paypal.close();
  paypal = await startPayPalSimulator(options);
  const { id, approveUrl } = await start(MONTHLY);
  await paypal.decide(approveUrl, 'approve');
  await paypal.close();
  paypal = await startPayPalSimulator(options);
  expect((await read(id)).status).toBe('ACTIVE');
  paypal.webhooks.setUrl(receiver.url);
  await paypal.webhooks.idle();
  expect(typesOf()).toEqual([
    'BILLING.SUBSCRIPTION.CREATED',
    'BILLING.SUBSCRIPTION.ACTIVATED',
    'PAYMENT.SALE.COMPLETED',
  ]);
});
