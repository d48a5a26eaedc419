import { cancelSubscription, findPaymentMethodPage } from '@moneytrail/contract';
import { describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { buyersOf } from './testing/buyers.ts';
import { beforeEachBilling, MONTHLY, type TestBilling } from './testing/start-billing.ts';

describe.each(USUAL_KINDS)('the page that changes a payment method, on %s', (kind) => {
  let world: TestBilling;
  beforeEachBilling(kind, (opened) => {
    world = opened;
  });
  const { subscribe, subscribeAtLemon } = buyersOf(() => world);
  const pageOf = async (userId: string) => world.call(userId, findPaymentMethodPage);

  test('the owner of a subscription is sent to the page of its provider', async () => {
    const { userId, id } = await subscribeAtLemon();
    const { status, body } = await pageOf(userId);
    expect(status).toBe(200);
    expect(body.url).toContain(`${world.lemon.baseUrl}/subscription/${id}/`);
  });

  test('there is no page without a renewing subscription, nor for another user', async () => {
    const { userId } = await subscribeAtLemon();
    expect((await pageOf(await world.addUser())).body).toEqual({ url: null });
    await world.call(userId, cancelSubscription);
    expect((await pageOf(userId)).body).toEqual({ url: null });
  });

  test('an unreachable provider is an error, a provider without such a page is not', async () => {
    const { userId } = await subscribeAtLemon();
    world.lemon.setFault('500');
    expect((await pageOf(userId)).status).toBe(503);
    const { userId: other } = await subscribe(MONTHLY);
    expect((await pageOf(other)).body).toEqual({ url: null });
  });
});
