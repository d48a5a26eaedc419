import {
  cancelSubscription,
  createCheckout,
  getStore,
  getSubscription,
  lemonSqueezySetup,
  listPrices,
  listProducts,
  listSubscriptionInvoices,
  listSubscriptions,
  updateSubscription,
} from '@lemonsqueezy/lemonsqueezy.js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type LemonSimulator, startLemonSimulator } from './lemon-simulator.ts';

const realFetch = globalThis.fetch;

let lemon: LemonSimulator;
beforeAll(async () => {
  lemon = await startLemonSimulator();
  // The client has no setting for its address.
  vi.stubGlobal('fetch', (url: URL | string, init?: RequestInit) =>
    realFetch(String(url).replace('https://api.lemonsqueezy.com', lemon.baseUrl), init),
  );
  lemonSqueezySetup({ apiKey: lemon.apiKey });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await lemon.close();
});

async function subscribe(email = 'a@b.test'): Promise<string> {
  const made = await createCheckout(lemon.storeId, '1001', {
    productOptions: { redirectUrl: 'https://app.example/' },
    checkoutData: { email, custom: { user_id: 'user-1' } },
  });
  expect([made.statusCode, made.error]).toEqual([201, null]);
  await lemon.decide(made.data?.data.attributes.url ?? '', 'pay');
  return (await lemon.subscriptionIds()).at(-1) ?? '';
}

test('the official client reads the store, its products and prices', async () => {
  expect((await getStore(lemon.storeId)).data?.data.attributes.currency).toBe('USD');
  const filter = { storeId: lemon.storeId };
  const products = await listProducts({ filter, include: ['variants'] });
  expect(products.data?.included?.map(({ id }) => id)).toEqual(['1001', '1002']);
  const prices = await listPrices({ filter: { variantId: '1002' } });
  expect(prices.data?.data.map(({ attributes }) => attributes.unit_price)).toEqual([29_990]);
});

test('the official client sells, changes and cancels a subscription', async () => {
  const id = await subscribe();
  expect((await getSubscription(id)).data?.data.attributes.status).toBe('active');
  const invoices = await listSubscriptionInvoices({ filter: { subscriptionId: id } });
  expect(invoices.data?.data.map(({ attributes }) => attributes.status)).toEqual(['paid']);
  const changed = await updateSubscription(id, { variantId: 1002 });
  expect(changed.data?.data.attributes.variant_id).toBe(1002);
  expect((await cancelSubscription(id)).data?.data.attributes.cancelled).toBe(true);
  const resumed = await updateSubscription(id, { cancelled: false });
  expect(resumed.data?.data.attributes.status).toBe('active');
});

test('the official client lists the subscriptions of a store and an address, newest first', async () => {
  const ids = [
    await subscribe('c@d.test'),
    await subscribe('e@f.test'),
    await subscribe('c@d.test'),
  ];
  const list = async (filter: { storeId?: string; userEmail?: string }, size = 10) => {
    const answer = await listSubscriptions({ filter, page: { number: 1, size } });
    return answer.data?.data.map(({ id }) => id);
  };
  expect(await list({ storeId: lemon.storeId }, 3)).toEqual(ids.toReversed());
  expect(await list({ storeId: lemon.storeId, userEmail: 'c@d.test' })).toEqual([ids[2], ids[0]]);
  expect(await list({ storeId: '2' })).toEqual([]);
  expect(await list({ userEmail: 'nobody@d.test' })).toEqual([]);
});

test('the official client reports refusals', async () => {
  const missing = await getSubscription('99');
  expect(missing.statusCode).toBe(404);
  expect(missing.error).toBeInstanceOf(Error);
});
