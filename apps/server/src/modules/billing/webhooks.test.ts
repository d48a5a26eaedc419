import { cancelSubscription, listPayments, startSubscription } from '@moneytrail/contract';
import { describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { buyersOf, PAGES } from './testing/buyers.ts';
import {
  beforeEachBilling,
  HOUR,
  MONTHLY,
  MONTHLY_TRIAL,
  type TestBilling,
} from './testing/start-billing.ts';

describe.each(USUAL_KINDS)('webhooks of providers, on %s', (kind) => {
  let world: TestBilling;
  beforeEachBilling(kind, (opened) => {
    world = opened;
  });
  const { ask, confirm, buy } = buyersOf(() => world);

  test('C48: a notice that the provider did not sign is refused', async () => {
    expect(await world.paypal.webhooks.forge({ id: 'WH-1', event_type: 'X' })).toBe(400);
    expect(await world.lemon.webhooks.forge({ meta: {}, data: {} })).toBe(400);
    const events = await world.db.selectFrom('webhook_events').select('key').execute();
    expect(events).toEqual([]);
  });

  test('C49: a notice of activity gives no access if the provider reports a cancellation', async () => {
    const userId = await world.addUser();
    world.paypal.webhooks.hold();
    const id = await buy(userId, MONTHLY_TRIAL);
    const provider = world.billing.payments.providers.paypal;
    await provider?.cancelSubscription(id, 'at PayPal');
    await world.paypal.webhooks.release();
    await world.work();
    expect((await world.see(userId)).hasAccess).toBe(false);
  });

  test('during an outage of the provider a buyer gets an error, and is settled later', async () => {
    const userId = await world.addUser();
    world.paypal.setFault('500');
    expect(await ask(userId, MONTHLY)).toMatchObject({ status: 503 });
    world.paypal.setFault('none');
    world.paypal.webhooks.hold();
    const id = await buy(userId, MONTHLY);
    world.paypal.setFault('500');
    const { body } = await confirm(userId, id);
    expect(body.subscription).toMatchObject({ isProcessing: true, isActive: false });
    expect((await world.see(userId)).hasAccess).toBe(false);
    world.paypal.setFault('none');
    world.addTime(61_000);
    await world.run('billing.settle-open');
    expect(await world.see(userId)).toMatchObject({
      hasAccess: true,
      subscription: { isProcessing: false, isActive: true },
    });
  });

  test('a purchase approved while no process ran is settled within a minute', async () => {
    const userId = await world.addUser();
    world.paypal.webhooks.hold();
    await buy(userId, MONTHLY_TRIAL);
    expect((await world.see(userId)).hasAccess).toBe(false);
    await world.run('billing.settle-open');
    expect((await world.see(userId)).hasAccess).toBe(true);
  });

  test('after a crash before the id was stored, a notice still finds its user', async () => {
    const userId = await world.addUser();
    world.paypal.webhooks.hold();
    const id = await buy(userId, MONTHLY);
    await world.db.updateTable('provider_subscriptions').set({ provider_id: null }).execute();
    await world.paypal.webhooks.release();
    await world.work();
    expect((await world.see(userId)).hasAccess).toBe(true);
    const rows = await world.db
      .selectFrom('provider_subscriptions')
      .select(['provider_id', 'user_id'])
      .execute();
    expect(rows).toEqual([{ provider_id: id, user_id: userId }]);
  });

  test('a purchase that is not approved is given up after a day', async () => {
    const userId = await world.addUser();
    await ask(userId, MONTHLY);
    world.addTime(25 * HOUR);
    await world.run('billing.settle-open');
    const rows = await world.db.selectFrom('provider_subscriptions').select('state').execute();
    expect(rows).toEqual([{ state: 'expired' }]);
    expect((await world.see(userId)).subscription).toBeNull();
  });

  test('Lemon Squeezy: a checkout that is paid opens everything by its notice alone', async () => {
    const userId = await world.addUser();
    const { body } = await world.call(userId, startSubscription, {
      plan_id: 'lemon-1001',
      interval: 'MONTH',
      ...PAGES,
    });
    expect(await world.lemon.decide(body.approve, 'pay')).toBe(true);
    await world.work();
    expect(await world.see(userId)).toMatchObject({
      hasAccess: true,
      subscription: { provider: 'lemon', lemonStatus: 'active', paypalStatus: null },
    });
    const { body: answer } = await world.call(userId, cancelSubscription);
    expect(answer.subscription).toMatchObject({ isActive: true, lemonStatus: 'cancelled' });
    expect(answer.subscription.endDate).not.toBeNull();
    expect((await world.call(userId, listPayments)).body.payments).toHaveLength(1);
  });
});
