import { type LemonSimulator, startLemonSimulator } from '@moneytrail/simulators';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLemonSqueezy, type LemonSettings } from './lemon-squeezy.ts';
import { type PaymentProvider, PaymentProviderError } from './payment-provider.ts';

const START_MS = Date.parse('2026-11-01T10:00:00Z');
const NEXT_MS = Date.parse('2026-12-01T10:00:00Z');
const EMAIL = 'buyer@private.test';

let nowMs = START_MS;
let simulator: LemonSimulator;
let lemon: PaymentProvider;
const open = (changed: Partial<LemonSettings> = {}) =>
  createLemonSqueezy({ ...simulator, ...changed });

beforeEach(async () => {
  nowMs = START_MS;
  simulator = await startLemonSimulator({ now: () => nowMs, retryDelaysMs: [] });
  lemon = open();
});
afterEach(() => simulator.close());

const start = (planId = '1001') =>
  lemon.startSubscription({
    plan: { id: planId, amountCents: 2_999, currency: 'USD' },
    userId: 'user-1',
    email: EMAIL,
    returnUrl: 'https://app.example/account?paypalReturned=true',
    cancelUrl: 'https://app.example/account?paypalCancelled=true',
    requestId: 'request-1',
  });

async function subscribe(): Promise<string> {
  await simulator.decide((await start()).approveUrl, 'pay');
  return (await simulator.subscriptionIds()).at(-1) ?? '';
}

test('plans are the variants with the newest of their prices, however many pages they fill', async () => {
  const listed = await lemon.listPlans();
  expect(listed).toMatchObject([
    {
      id: '1001',
      name: 'Moneytrail Monthly',
      interval: 'MONTH',
      amountCents: 2_999,
      trialDays: null,
    },
    {
      id: '1002',
      name: 'Moneytrail Yearly',
      interval: 'YEAR',
      amountCents: 29_990,
      currency: 'USD',
    },
  ]);
  expect(listed.every(({ isOffered, description }) => isOffered && !/[<>]/.test(description))).toBe(
    true,
  );
  const [plan] = listed;
  if (!plan) throw new Error('no plan');
  await simulator.close();
  const plans = [
    { ...plan, id: '1', isActive: false },
    { ...plan, id: '2', isActive: true, trialDays: 14 },
  ];
  simulator = await startLemonSimulator({ now: () => nowMs, plans });
  expect(await open().listPlans()).toMatchObject([
    { id: '1', isOffered: false },
    { id: '2', isOffered: true, trialDays: 14 },
  ]);
});

test('a subscription exists once the buyer has paid', async () => {
  const { id, approveUrl } = await start();
  expect(id).toBeNull();
  expect(new URL(approveUrl).origin).toBe(simulator.baseUrl);
  expect(await simulator.subscriptionIds()).toEqual([]);
  await simulator.decide(approveUrl, 'pay');
  const [made = ''] = await simulator.subscriptionIds();
  expect(await lemon.readSubscription(made)).toEqual({
    id: made,
    state: 'active',
    status: 'active',
    planId: '1001',
    userId: null,
    payerId: expect.any(String),
    email: EMAIL,
    startMs: START_MS,
    trialEndsMs: null,
    renewsMs: NEXT_MS,
    endsMs: null,
    price: { amountCents: 2_999, currency: 'USD' },
    failedPayments: 0,
    updatedMs: START_MS,
  });
  expect(await lemon.listPayments(made, START_MS)).toMatchObject([
    { state: 'paid', amountCents: 2_999, currency: 'USD', atMs: START_MS },
  ]);
  expect(await lemon.listPayments(made, START_MS + 1)).toEqual([]);
});

test('purchases since a time are listed oldest first, across all pages', async () => {
  const before = await subscribe();
  nowMs += 1;
  const ids: string[] = [];
  for (let sold = 0; sold < 101; sold += 1) ids.push(await subscribe());
  const listed = await lemon.listPurchases?.(nowMs);
  expect(listed?.map(({ id }) => id)).toEqual(ids);
  expect(listed?.[0]).toEqual({ id: ids[0], planId: '1001', email: EMAIL, startMs: nowMs });
  expect((await lemon.listPurchases?.(START_MS))?.[0]?.id).toBe(before);
  expect(await lemon.listPurchases?.(nowMs + 1)).toEqual([]);
});

test('one payer has one id for all subscriptions', async () => {
  const ids = [await subscribe(), await subscribe()];
  const [one, other] = await Promise.all(ids.map((id) => lemon.readSubscription(id)));
  expect(one?.id).not.toBe(other?.id);
  expect(one?.payerId).toBe(other?.payerId);
});

test('a cancelled subscription lasts until its end, cancelled once or twice', async () => {
  const id = await subscribe();
  await lemon.cancelSubscription(id, 'not needed any more');
  await lemon.cancelSubscription(id, 'again');
  expect(await lemon.readSubscription(id)).toMatchObject({
    state: 'cancelled',
    renewsMs: null,
    endsMs: NEXT_MS,
  });
  nowMs = NEXT_MS;
  expect((await lemon.readSubscription(id))?.state).toBe('expired');
  await lemon.cancelSubscription(id, 'once more');
});

test('a failed payment is past due, and its card is changed at an address of the provider', async () => {
  const id = await subscribe();
  await simulator.move(id, 'paymentFailed');
  expect(await lemon.readSubscription(id)).toMatchObject({ state: 'past-due', failedPayments: 1 });
  expect((await lemon.listPayments(id, START_MS)).at(-1)?.state).toBe('pending');
  const url = await lemon.updatePaymentUrl(id);
  expect(url).toContain(simulator.baseUrl);
  expect(await lemon.updatePaymentUrl('99')).toBeNull();
});

test.each([
  ['another store', { storeId: '2' }],
  ['another mode', { isTestMode: false }],
])('C50: a purchase of %s is none of ours', async (_what, changed) => {
  const id = await subscribe();
  expect(await lemon.readSubscription(id)).not.toBeNull();
  expect(await open(changed).readSubscription(id)).toBeNull();
  expect(await open(changed).updatePaymentUrl(id)).toBeNull();
  expect(await lemon.listPurchases?.(START_MS)).toHaveLength(1);
  expect(await open(changed).listPurchases?.(START_MS)).toEqual([]);
});

test('another plan counts at once', async () => {
  const id = await subscribe();
  const urls = { returnUrl: 'https://app.example/', cancelUrl: 'https://app.example/' };
  expect(await lemon.changePlan(id, { planId: '1002', ...urls })).toEqual({ approveUrl: null });
  expect((await lemon.readSubscription(id))?.planId).toBe('1002');
});

test('an unknown subscription is null, a refusal is a refusal', async () => {
  expect(await lemon.readSubscription('99')).toBeNull();
  expect(await lemon.readSubscription('../products')).toBeNull();
  await expect(lemon.cancelSubscription('99', 'x')).rejects.toMatchObject({ kind: 'refused' });
  await expect(start('7')).rejects.toMatchObject({ kind: 'refused' });
  await expect(open({ apiKey: 'x' }).listPlans()).rejects.toMatchObject({ kind: 'refused' });
});

test.each(['401', '429', '500', 'html', 'cut'] as const)(
  'an answer of %s is a failure without secrets and personal data',
  async (fault) => {
    simulator.setFault(fault);
    const failure = await start().catch((error: unknown) => error);
    if (!(failure instanceof PaymentProviderError)) throw failure;
    expect(failure.kind).toBe(fault === '401' ? 'refused' : 'unavailable');
    const told = `${failure.stack} ${JSON.stringify(failure)} ${String(failure.cause)}`;
    for (const secret of [simulator.apiKey, EMAIL, 'user-1']) expect(told).not.toContain(secret);
  },
);

test('a slow answer ends the call', async () => {
  simulator.setFault('none', 1_000);
  await expect(open({ timeoutMs: 100 }).listPlans()).rejects.toMatchObject({ kind: 'unavailable' });
});

test('C30: a buyer is never sent to an address that is not of Lemon Squeezy', async () => {
  // The simulator names 127.0.0.1, which is another host than the one that was asked.
  lemon = open({ baseUrl: simulator.baseUrl.replace('127.0.0.1', 'localhost') });
  await expect(start()).rejects.toThrow('an address that is not its own');
});
