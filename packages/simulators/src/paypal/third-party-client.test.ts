import {
  ApiError,
  ApplicationContextUserAction,
  Client,
  SubscriptionsController,
} from '@paypal/paypal-server-sdk';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type PayPalSimulator, startPayPalSimulator } from './paypal-simulator.ts';

const [MONTHLY, MONTHLY_TRIAL, YEARLY] = [
  'P-3MONTHLY00000000000NOTRIAL',
  'P-1MONTHLY00000000000TRIAL14',
  'P-4YEARLY000000000000NOTRIAL',
];
const BACK = {
  returnUrl: 'https://app.example/back',
  cancelUrl: 'https://app.example/cancelled',
};

let paypal: PayPalSimulator;
let client: SubscriptionsController;

/** The official client; it has no setting for its address. */
function clientOf(oAuthClientSecret: string): SubscriptionsController {
  const ask = (url: string, init?: RequestInit) =>
    fetch(url.replace('https://api-m.sandbox.paypal.com', paypal.baseUrl), init);
  return new SubscriptionsController(
    new Client({
      clientCredentialsAuthCredentials: { oAuthClientId: paypal.clientId, oAuthClientSecret },
      unstable_httpClientOptions: {
        adapter: 'fetch',
        env: { fetch: ask, Request: null, Response: null },
      },
    }),
  );
}

beforeEach(async () => {
  paypal = await startPayPalSimulator();
  client = clientOf(paypal.clientSecret);
});
afterEach(() => paypal.close());

const linkOf = (links: readonly { href: string; rel: string }[] | undefined, rel: string) =>
  links?.find((link) => link.rel === rel)?.href ?? '';

async function subscribe(planId = MONTHLY): Promise<string> {
  const { statusCode, result } = await client.createSubscription({
    paypalRequestId: crypto.randomUUID(),
    body: {
      planId,
      customId: 'user-1',
      subscriber: { emailAddress: 'a@b.test' },
      applicationContext: { ...BACK, userAction: ApplicationContextUserAction.SubscribeNow },
    },
  });
  expect([statusCode, result.status]).toEqual([201, 'APPROVAL_PENDING']);
  await paypal.decide(linkOf(result.links, 'approve'), 'approve');
  return result.id ?? '';
}

test('the official client reads plans page by page, and one with its prices', async () => {
  const { result } = await client.listBillingPlans({ pageSize: 2, page: 1, totalRequired: true });
  expect(result.plans).toHaveLength(2);
  expect(result.totalPages).toBe(Math.ceil((result.totalItems ?? 0) / 2));
  const plan = (await client.getBillingPlan(MONTHLY_TRIAL)).result;
  expect(plan.status).toBe('ACTIVE');
  expect(plan.billingCycles?.map(({ tenureType, frequency }) => [tenureType, frequency])).toEqual([
    ['TRIAL', { intervalUnit: 'DAY', intervalCount: 14 }],
    ['REGULAR', { intervalUnit: 'MONTH', intervalCount: 1 }],
  ]);
  expect(plan.billingCycles?.[1]?.pricingScheme?.fixedPrice).toEqual({
    currencyCode: 'USD',
    value: '29.99',
  });
});

test.each([
  ['with a trial', MONTHLY_TRIAL, 0],
  ['without one', MONTHLY, 1],
])('the official client sells a subscription %s and reads it', async (_what, planId, paid) => {
  const id = await subscribe(planId);
  const { result } = await client.getSubscription({ id, fields: 'plan' });
  expect(result).toMatchObject({
    status: 'ACTIVE',
    planId,
    customId: 'user-1',
    subscriber: { emailAddress: 'a@b.test', payerId: expect.any(String) },
    billingInfo: {
      outstandingBalance: { currencyCode: 'USD', value: '0.00' },
      failedPaymentsCount: 0,
      nextBillingTime: expect.any(String),
    },
    plan: { billingCycles: expect.any(Array) },
  });
  expect(result.billingInfo?.cycleExecutions?.at(-1)?.cyclesCompleted).toBe(paid);
  const startTime = new Date(Date.now() - 60_000).toISOString();
  const endTime = new Date(Date.now() + 60_000).toISOString();
  const listed = await client.listSubscriptionTransactions({ id, startTime, endTime });
  expect(listed.result.transactions?.map(({ status }) => status) ?? []).toEqual(
    Array.from({ length: paid }, () => 'COMPLETED'),
  );
});

test('the official client reads the outstanding balance of a failed payment', async () => {
  const id = await subscribe();
  await paypal.move(id, 'paymentFailed');
  const { billingInfo } = (await client.getSubscription({ id })).result;
  expect(billingInfo).toMatchObject({
    failedPaymentsCount: 1,
    outstandingBalance: { value: '29.99' },
  });
});

test('the official client changes a plan, suspends, activates and cancels', async () => {
  const id = await subscribe();
  const body = { planId: YEARLY, applicationContext: BACK };
  const revised = (await client.reviseSubscription({ id, body })).result;
  await paypal.decide(linkOf(revised.links, 'approve'), 'approve');
  const read = async () => (await client.getSubscription({ id })).result;
  expect((await read()).planId).toBe(YEARLY);
  await client.suspendSubscription({ id, body: { reason: 'a while' } });
  expect((await read()).status).toBe('SUSPENDED');
  await client.activateSubscription({ id, body: { reason: 'on again' } });
  expect((await read()).status).toBe('ACTIVE');
  const cancelled = await client.cancelSubscription({ id, body: { reason: 'enough' } });
  expect(cancelled.statusCode).toBe(204);
  expect((await read()).status).toBe('CANCELLED');
});

test('the official client reports refusals', async () => {
  const refusalOf = async (asked: Promise<unknown>) => {
    const refusal = await asked.catch((error: unknown) => error);
    return refusal instanceof ApiError ? [refusal.statusCode, refusal.result] : refusal;
  };
  expect(await refusalOf(client.getSubscription({ id: 'I-NOBODYS' }))).toEqual([
    404,
    expect.objectContaining({ name: 'RESOURCE_NOT_FOUND', debug_id: expect.any(String) }),
  ]);
  const id = await subscribe();
  await client.cancelSubscription({ id, body: { reason: 'enough' } });
  const again = client.cancelSubscription({ id, body: { reason: 'enough' } });
  expect(await refusalOf(again)).toEqual([
    422,
    expect.objectContaining({
      name: 'UNPROCESSABLE_ENTITY',
      details: [expect.objectContaining({ issue: 'SUBSCRIPTION_STATUS_INVALID' })],
    }),
  ]);
  expect(await refusalOf(clientOf('another').getSubscription({ id }))).toEqual([
    401,
    expect.objectContaining({ error: 'invalid_client' }),
  ]);
});
