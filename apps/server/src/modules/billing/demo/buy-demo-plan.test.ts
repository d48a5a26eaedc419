import { cancelSubscription, listPayments } from '@moneytrail/contract';
import { expect, onTestFinished, test } from 'vitest';
import { ANY_KIND, openTestDatabase } from '../../../db/testing/test-database.ts';
import { BUY_DEMO_PLAN } from '../index.ts';
import { startBilling } from '../testing/start-billing.ts';

const SUBSCRIBER = { username: 'subscriber@demo.test', is_demo: true };

async function startWorld() {
  const database = await openTestDatabase(ANY_KIND);
  const world = await startBilling(database);
  onTestFinished(async () => {
    await world.close();
    await database.close();
  });
  return world;
}

test('D4: the demo subscriber has bought a yearly plan, once, which has a receipt and can be cancelled', async () => {
  const world = await startWorld();
  const userId = await world.addUser(SUBSCRIBER);
  await world.run(BUY_DEMO_PLAN.name);
  const { subscription, hasAccess } = await world.see(userId);
  expect(hasAccess).toBe(true);
  expect(subscription).toMatchObject({ plan: 'YEARLY', isInTrial: false, endDate: null });
  expect(Date.parse(subscription.renewsAt)).toBeGreaterThan(world.now());
  await world.work();
  await world.run(BUY_DEMO_PLAN.name);
  expect((await world.call(userId, listPayments)).body.payments).toMatchObject([
    { planName: 'Moneytrail Yearly', amount: 299.9, status: 'paid' },
  ]);
  expect((await world.call(userId, cancelSubscription)).status).toBe(200);
  await world.run(BUY_DEMO_PLAN.name);
  expect((await world.see(userId)).subscription).toMatchObject({ paypalStatus: 'CANCELLED' });
});

test('nothing is bought for a regular account under the address, or without an account', async () => {
  const world = await startWorld();
  await world.run(BUY_DEMO_PLAN.name);
  const userId = await world.addUser({ ...SUBSCRIBER, is_demo: false });
  await world.run(BUY_DEMO_PLAN.name);
  expect((await world.see(userId)).subscription).toBeNull();
});
