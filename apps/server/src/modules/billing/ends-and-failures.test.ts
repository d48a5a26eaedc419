import { cancelSubscription, listPayments } from '@moneytrail/contract';
import { describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { buyersOf } from './testing/buyers.ts';
import {
  beforeEachBilling,
  DAY,
  HOUR,
  MONTHLY,
  MONTHLY_TRIAL,
  type TestBilling,
} from './testing/start-billing.ts';

describe.each(USUAL_KINDS)('subscriptions as time passes, on %s', (kind) => {
  let world: TestBilling;
  beforeEachBilling(kind, (opened) => {
    world = opened;
  });
  const { ask, subscribe, subscribeAtLemon, subjects } = buyersOf(() => world);

  test('a cancelled subscription keeps the paid period, once, and another one can be bought', async () => {
    const { userId } = await subscribe(MONTHLY);
    const renews = (await world.see(userId)).subscription.renewsAt;
    const { status, body } = await world.call(userId, cancelSubscription);
    expect(status).toBe(200);
    expect(body.subscription).toMatchObject({
      isActive: true,
      endDate: renews,
      renewsAt: null,
      paypalStatus: 'CANCELLED',
    });
    await world.work();
    expect((await world.call(userId, cancelSubscription)).status).toBe(409);
    expect(subjects()).toEqual([
      'your subscription is active',
      'your receipt MT-000001',
      'your subscription is cancelled',
    ]);
    world.addTime(Date.parse(renews) - world.now() - 1);
    expect((await world.see(userId)).hasAccess).toBe(true);
    world.addTime(1);
    expect((await world.see(userId)).hasAccess).toBe(false);
    await world.run('billing.send-notices');
    expect((await world.see(userId)).subscription).toMatchObject({ isActive: false });
    expect((await ask(userId, MONTHLY)).status).toBe(200);
  });

  test('U25: a trial is used once, by an address', async () => {
    const { userId } = await subscribe(MONTHLY_TRIAL);
    await world.call(userId, cancelSubscription);
    world.addTime(40 * DAY);
    await world.run('billing.send-notices');
    expect((await ask(userId, MONTHLY_TRIAL)).status).toBe(409);
    expect((await ask(userId, MONTHLY)).status).toBe(200);
  });

  test.each(['paypal', 'lemon'] as const)(
    'C51: a failed payment at %s is notified on days 0, 3, 5 and 7, and access ends after 7',
    async (provider) => {
      const { userId, id } = await (provider === 'paypal'
        ? subscribe(MONTHLY)
        : subscribeAtLemon());
      world.mails.splice(0);
      await world[provider].move(id, 'paymentFailed');
      await world.work();
      const told: number[] = [];
      for (let hour = 0; hour <= 8 * 24; hour += 1) {
        const before = world.mails.length;
        await world.run('billing.send-notices');
        if (world.mails.length > before) told.push(hour / 24);
        const { hasAccess, subscription } = await world.see(userId);
        expect(hasAccess).toBe(hour < 7 * 24);
        expect(subscription.isPastDue).toBe(true);
        world.addTime(HOUR);
      }
      expect(told).toEqual([3, 5, 7]);
      expect(subjects()).toEqual(Array(4).fill('a payment did not go through'));
      const texts = world.mails.map(({ text }) => text);
      // Addresses of providers last a day: every mail leads to the tab, which asks for a new one.
      for (const text of texts) {
        expect(text.match(/https?:\S+/g)).toEqual([
          'http://localhost:3000/dashboard/live-chart?account=true&tab=subscription',
        ]);
      }
      expect(texts.map((text) => text.includes('You keep access until'))).toEqual([
        ...Array(3).fill(true),
        false,
      ]);
      expect(texts.at(-1)).toContain('Your access has ended');
      expect((await world.see(userId)).subscription).toMatchObject({ isActive: false });
    },
  );

  test.each([0, 8 * DAY])(
    'a buyer who owes a payment for %i ms can cancel, and buy again',
    async (ms) => {
      const { userId, id } = await subscribe(MONTHLY);
      await world.paypal.move(id, 'paymentFailed');
      await world.work();
      world.addTime(ms);
      await world.run('billing.send-notices');
      expect((await ask(userId, MONTHLY)).status).toBe(409);
      const { status, body } = await world.call(userId, cancelSubscription);
      expect(status).toBe(200);
      expect(body.subscription).toMatchObject({ isPastDue: false, paypalStatus: 'CANCELLED' });
      expect((await ask(userId, MONTHLY)).status).toBe(200);
    },
  );

  test('a payment that is made good opens everything again, and later ones are told anew', async () => {
    const { userId, id } = await subscribe(MONTHLY);
    await world.paypal.move(id, 'paymentFailed');
    await world.work();
    await world.paypal.move(id, 'paymentSucceeded');
    await world.work();
    world.addTime(8 * DAY);
    expect(await world.see(userId)).toMatchObject({
      hasAccess: true,
      subscription: { isActive: true, isPastDue: false, endDate: null },
    });
    const { body } = await world.call(userId, listPayments);
    expect(body.payments.length).toBeGreaterThan(0);
  });

  test('three days before a trial ends its owner is notified once', async () => {
    await subscribe(MONTHLY_TRIAL);
    world.mails.splice(0);
    for (let day = 0; day < 14; day += 1) {
      await world.run('billing.send-notices');
      if (day < 11) expect(world.mails).toHaveLength(0);
      world.addTime(DAY);
    }
    expect(subjects()).toEqual(['your free trial ends soon']);
  });

  test('the nightly comparison finds and repairs differences without a notice', async () => {
    const { userId, id } = await subscribe(MONTHLY);
    world.paypal.webhooks.hold();
    await world.paypal.move(id, 'expired');
    await world.run('billing.reconcile');
    expect((await world.see(userId)).hasAccess).toBe(false);
  });
});
