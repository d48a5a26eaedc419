import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type PayPalSimulator, startPayPalSimulator } from '@moneytrail/simulators';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { PaymentProviderError } from './payment-provider.ts';
import { createPayPal, PAYPAL_URL, type PayPalSettings } from './paypal.ts';

const DAY_MS = 86_400_000;
const START_MS = Date.parse('2026-11-01T10:00:00Z');
const MONTHLY = { id: 'P-3MONTHLY00000000000NOTRIAL', amountCents: 2_999, currency: 'USD' };
const TRIAL = { ...MONTHLY, id: 'P-1MONTHLY00000000000TRIAL14' };
const YEARLY = 'P-4YEARLY000000000000NOTRIAL';
const urls = {
  returnUrl: 'https://app.example/account?paypalReturned=true',
  cancelUrl: 'https://app.example/account?paypalCancelled=true',
};
const EMAIL = 'buyer@private.test';

let nowMs = START_MS;
const clock = { now: () => nowMs };
let simulator: PayPalSimulator;
let paypal: ReturnType<typeof createPayPal>;
const open = (changed: Partial<PayPalSettings> = {}) =>
  createPayPal({ ...simulator, ...changed }, { clock });

beforeEach(async () => {
  nowMs = START_MS;
  simulator = await startPayPalSimulator({ now: clock.now, retryDelaysMs: [] });
  paypal = open();
});
afterEach(() => simulator.close());

async function start(plan = MONTHLY, requestId = 'request-1') {
  const asked = { plan, userId: 'user-1', email: EMAIL, ...urls, requestId };
  const { id, approveUrl } = await paypal.startSubscription(asked);
  return { id: id ?? '', approveUrl };
}

async function subscribe(plan = MONTHLY): Promise<string> {
  const { id, approveUrl } = await start(plan);
  await simulator.decide(approveUrl, 'approve');
  return id;
}

test('plans are listed with price, period and trial, however many pages they fill', async () => {
  expect(await paypal.listPlans()).toMatchObject([
    { interval: 'MONTH', amountCents: 2_999, currency: 'USD', trialDays: 14, isOffered: true },
    { interval: 'YEAR', amountCents: 29_990, currency: 'USD', trialDays: 14 },
    { interval: 'MONTH', amountCents: 2_999, currency: 'USD', trialDays: null },
    { interval: 'YEAR', amountCents: 29_990, currency: 'USD', trialDays: null },
  ]);
  const [plan] = await paypal.listPlans();
  if (!plan) throw new Error('no plan');
  await simulator.close();
  const plans = Array.from({ length: 45 }, (_, index) => ({
    ...plan,
    id: `P-${index}`,
    isActive: index > 0,
  }));
  simulator = await startPayPalSimulator({ now: clock.now, plans });
  const listed = await open().listPlans();
  expect(listed.map(({ id }) => id)).toEqual(plans.map(({ id }) => id));
  expect(listed.filter(({ isOffered }) => !isOffered).map(({ id }) => id)).toEqual(['P-0']);
});

test('C50: a subscription asked for twice with one request id is asked for once', async () => {
  const first = await start();
  expect(await start()).toEqual(first);
  expect((await start(MONTHLY, 'request-2')).id).not.toBe(first.id);
});

test('a subscription is pending until the buyer approves, then runs to the next payment', async () => {
  const { id, approveUrl } = await start();
  expect(new URL(approveUrl).origin).toBe(simulator.baseUrl);
  expect(await paypal.readSubscription(id)).toMatchObject({
    state: 'pending',
    userId: 'user-1',
    startMs: null,
  });
  await simulator.decide(approveUrl, 'approve');
  expect(await paypal.readSubscription(id)).toMatchObject({
    id,
    state: 'active',
    status: 'ACTIVE',
    planId: MONTHLY.id,
    userId: 'user-1',
    email: EMAIL,
    payerId: expect.any(String),
    startMs: START_MS,
    trialEndsMs: null,
    renewsMs: Date.parse('2026-12-01T10:00:00Z'),
    endsMs: null,
    price: { amountCents: 2_999, currency: 'USD' },
    failedPayments: 0,
    updatedMs: START_MS,
  });
});

test('a trial has its end, which is the first payment', async () => {
  const id = await subscribe(TRIAL);
  const endMs = START_MS + 14 * DAY_MS;
  expect(await paypal.readSubscription(id)).toMatchObject({ trialEndsMs: endMs, renewsMs: endMs });
  expect(await paypal.listPayments(id, START_MS)).toEqual([]);
  nowMs = endMs;
  expect(await paypal.listPayments(id, START_MS)).toMatchObject([
    { state: 'paid', amountCents: 2_999, currency: 'USD', atMs: endMs },
  ]);
});

test('failed payments, pauses, cancelling and expiry come down to the states of the product', async () => {
  const id = await subscribe();
  const stateNow = async () => (await paypal.readSubscription(id))?.state;
  await simulator.move(id, 'paymentFailed');
  expect(await paypal.readSubscription(id)).toMatchObject({ state: 'past-due', failedPayments: 1 });
  expect((await paypal.listPayments(id, START_MS)).map(({ state }) => state)).toEqual([
    'paid',
    'failed',
  ]);
  await simulator.move(id, 'paymentSucceeded');
  expect(await stateNow()).toBe('active');
  await simulator.move(id, 'suspended');
  expect(await stateNow()).toBe('paused');
  await simulator.move(id, 'paymentFailed');
  await simulator.move(id, 'suspended');
  expect(await stateNow()).toBe('past-due');
  await paypal.cancelSubscription(id, 'not needed any more');
  expect(await paypal.readSubscription(id)).toMatchObject({ state: 'cancelled', renewsMs: null });
  await paypal.cancelSubscription(id, 'again');
  const other = await start(MONTHLY, 'request-2');
  await simulator.decide(other.approveUrl, 'approve');
  await simulator.move(other.id, 'expired');
  expect((await paypal.readSubscription(other.id))?.state).toBe('expired');
});

test('another plan needs the approval of the buyer', async () => {
  const id = await subscribe();
  const { approveUrl } = await paypal.changePlan(id, { planId: YEARLY, ...urls });
  expect((await paypal.readSubscription(id))?.planId).toBe(MONTHLY.id);
  await simulator.decide(approveUrl ?? '', 'approve');
  expect(await paypal.readSubscription(id)).toMatchObject({
    planId: YEARLY,
    price: { amountCents: 29_990 },
  });
});

test('an unknown subscription is null, a refusal has PayPal’s error code', async () => {
  expect(await paypal.readSubscription('I-NOBODY')).toBeNull();
  expect(await paypal.readSubscription('../plans')).toBeNull();
  const { id } = await start();
  const refused = { kind: 'refused', issue: 'SUBSCRIPTION_STATUS_INVALID' };
  await expect(paypal.cancelSubscription(id, 'x')).rejects.toMatchObject(refused);
  await expect(start({ ...MONTHLY, id: 'P-NONE' }, 'r')).rejects.toMatchObject({ kind: 'refused' });
  const stranger = open({ clientSecret: 'wrong' });
  await expect(stranger.listPlans()).rejects.toMatchObject({
    kind: 'refused',
    issue: 'invalid_client',
  });
});

test('one token serves all calls, until a minute before its end or until it is refused', async () => {
  await Promise.all([paypal.listPlans(), paypal.readSubscription('I-1')]);
  expect(simulator.tokens.count()).toBe(1);
  nowMs += 32_400_000 - 60_000;
  await paypal.listPlans();
  expect(simulator.tokens.count()).toBe(2);
  simulator.tokens.revoke();
  await paypal.readSubscription('I-1');
  expect(simulator.tokens.count()).toBe(3);
});

test.each(['401', '429', '500', 'html', 'cut'] as const)(
  'an answer of %s is a failure without secrets and personal data',
  async (fault) => {
    await paypal.listPlans();
    simulator.setFault(fault, 0, /^\/v1\/billing/);
    const failure = await start().catch((error: unknown) => error);
    if (!(failure instanceof PaymentProviderError)) throw failure;
    expect(failure.kind).toBe(fault === '401' ? 'refused' : 'unavailable');
    const told = `${failure.stack} ${JSON.stringify(failure)} ${String(failure.cause)}`;
    for (const secret of [simulator.clientSecret, simulator.clientId, EMAIL, 'user-1']) {
      expect(told).not.toContain(secret);
    }
  },
);

test('a slow answer ends the call, also while a token is waited for', async () => {
  const hasty = open({ timeoutMs: 100 });
  simulator.setFault('none', 1_000, /token/);
  await expect(hasty.listPlans()).rejects.toMatchObject({ kind: 'unavailable' });
  simulator.setFault('none', 1_000, /plans/);
  await expect(hasty.listPlans()).rejects.toMatchObject({ kind: 'unavailable' });
});

test.each([
  'https://evil.test/approve',
  '//evil.test',
  'https:evil.test',
  '\\\\evil.test',
  'https://www.paypal.com@evil.test/',
  'https://www.paypal.com.evil.test/',
  'https://evilpaypal.com/',
  'http://www.paypal.com/',
  'https://somebody:else@www.paypal.com/',
])('C30: a buyer is never sent to %s', async (href) => {
  const answer = { access_token: 'a', expires_in: 9, id: 'I-1', links: [{ rel: 'approve', href }] };
  const server = createServer((_request, response) => response.end(JSON.stringify(answer)));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // It listens on a port.
  paypal = open({ baseUrl: `http://127.0.0.1:${port}` });
  await expect(start()).rejects.toThrow('an address that is not its own');
});

test('C50: cancelling and changing carry an id that is the same when they are sent again', async () => {
  const ids: (string | string[] | undefined)[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/v1/oauth2/token') {
      response.end(JSON.stringify({ access_token: 'a', expires_in: 9_000 }));
      return;
    }
    ids.push(request.headers['paypal-request-id']);
    // The token has ended meanwhile: each call is sent once more.
    response.statusCode = ids.length % 2 === 1 ? 401 : 200;
    response.end(JSON.stringify({ links: [] }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // It listens on a port.
  paypal = open({ baseUrl: `http://127.0.0.1:${port}` });
  await paypal.cancelSubscription('I-1', 'not needed any more');
  await paypal.changePlan('I-1', { planId: YEARLY, ...urls });
  const [cancelled, again, changed, changedAgain] = ids;
  expect(ids).toHaveLength(4);
  expect([again, changedAgain]).toEqual([cancelled, changed]);
  expect(cancelled).toMatch(/^[\w-]{8,}$/);
  expect(changed).not.toBe(cancelled);
});

test('a card is changed among the automatic payments of PayPal, and nowhere at its simulator', async () => {
  const live = open({ baseUrl: PAYPAL_URL });
  expect(await live.updatePaymentUrl('I-1')).toBe('https://www.paypal.com/myaccount/autopay/');
  expect(await paypal.updatePaymentUrl('I-1')).toBeNull();
});
