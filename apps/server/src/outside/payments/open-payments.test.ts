import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startLemonSimulator, startPayPalSimulator } from '@moneytrail/simulators';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../config.ts';
import type { DatabaseHandle } from '../../db/index.ts';
import { openTestDatabase, USUAL_KINDS } from '../../db/testing/test-database.ts';
import { openPayments } from './open-payments.ts';
import type { ProviderRequest } from './payment-provider.ts';

const SOON = { timeout: 20_000, interval: 50 };
const clock = { now: () => Date.parse('2026-11-01T10:00:00Z') };
const SERVICES = {
  DEMO: 'false',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'a@b.test',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+27825550100',
};

/** Accepts webhooks as the product does; keeps them by path. */
async function startProduct() {
  const received: (ProviderRequest & { path: string })[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { headers, url: path = '' } = request;
      received.push({ headers, path, body: Buffer.concat(chunks) });
      response.end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // It listens on a port.
  return { url: `http://127.0.0.1:${port}`, received };
}

describe.each(USUAL_KINDS)('payments on %s', (kind) => {
  let handle: DatabaseHandle;
  const open = async (environment: Record<string, string> = {}) => {
    const config = readConfig(environment);
    const payments = await openPayments({ config, db: handle.db, clock });
    onTestFinished(() => payments.close());
    return payments;
  };
  const stored = () => handle.db.selectFrom('demo_payments').select('provider').execute();

  beforeAll(async () => {
    handle = await openTestDatabase(kind);
  });
  afterAll(() => handle.close());

  test('demo mode sells without keys, sends notices, and survives a restart', async () => {
    const first = await open();
    const { paypal, lemon } = first.providers;
    const plans = [...((await paypal?.listPlans()) ?? []), ...((await lemon?.listPlans()) ?? [])];
    expect(plans.map(({ amountCents, trialDays }) => [amountCents, trialDays])).toEqual([
      [2_999, 14],
      [29_990, 14],
      [2_999, null],
      [29_990, null],
      [2_999, null],
      [29_990, null],
    ]);
    const [plan] = plans;
    const [variant] = plans.slice(-1);
    if (!paypal || !lemon || !plan || !variant) throw new Error('nothing is sold');
    const asked = {
      userId: 'user-1',
      email: 'a@b.test',
      requestId: 'r1',
      returnUrl: 'https://app.example/',
      cancelUrl: 'https://app.example/',
    };
    const { id, approveUrl } = await paypal.startSubscription({ ...asked, plan });
    const checkout = await lemon.startSubscription({ ...asked, plan: variant });
    const press = (url: string, decision: string) =>
      fetch(url, { method: 'POST', body: new URLSearchParams({ decision }), redirect: 'manual' });
    await press(approveUrl, 'approve');
    await press(checkout.approveUrl, 'pay');
    await first.close();

    const second = await open();
    expect(await second.providers.paypal?.readSubscription(id ?? '')).toMatchObject({
      state: 'active',
      userId: 'user-1',
    });
    const product = await startProduct();
    second.announceAddress(product.url);
    await expect.poll(() => product.received.length, SOON).toBe(5);
    const types = await Promise.all(
      product.received.map(async (request) => {
        const name = request.path === '/api/webhooks/paypal' ? 'paypal' : 'lemon';
        return (await second.providers[name]?.readEvent(request))?.type;
      }),
    );
    expect(types.toSorted()).toEqual([
      'BILLING.SUBSCRIPTION.ACTIVATED',
      'BILLING.SUBSCRIPTION.CREATED',
      'subscription_created',
      'subscription_payment_success',
      'subscription_updated',
    ]);
    expect(new Set(product.received.map(({ path }) => path))).toEqual(
      new Set(['/api/webhooks/paypal', '/api/webhooks/lemonsqueezy']),
    );
  });

  test('a provider with its key is real, also in demo mode, and the other one simulated', async () => {
    const paypal = await startPayPalSimulator({ plans: [] });
    onTestFinished(paypal.close);
    const { providers } = await open({
      PAYPAL_BASE_URL: `${paypal.baseUrl}/`,
      PAYPAL_CLIENT_ID: paypal.clientId,
      PAYPAL_CLIENT_SECRET: paypal.clientSecret,
      PAYPAL_WEBHOOK_ID: paypal.webhookId,
    });
    expect(await providers.paypal?.listPlans()).toEqual([]);
    expect(await providers.lemon?.listPlans()).toHaveLength(2);
  });

  test('outside demo mode nothing is simulated, and nothing of demo mode is kept', async () => {
    await open();
    expect(await stored()).not.toEqual([]);
    const lemon = await startLemonSimulator();
    onTestFinished(lemon.close);
    const { providers, announceAddress } = await open({
      ...SERVICES,
      LEMONSQUEEZY_BASE_URL: lemon.baseUrl,
      LEMONSQUEEZY_API_KEY: lemon.apiKey,
      LEMONSQUEEZY_STORE_ID: lemon.storeId,
      LEMONSQUEEZY_WEBHOOK_SECRET: lemon.webhookSecret,
    });
    expect(Object.keys(providers)).toEqual(['lemon']);
    expect(await stored()).toEqual([]);
    announceAddress('http://127.0.0.1:1');
    expect((await open(SERVICES)).providers).toEqual({});
  });
});
