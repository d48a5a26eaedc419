import { cancelSubscription } from '@moneytrail/contract';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { buyersOf } from './testing/buyers.ts';
import {
  beforeEachBilling,
  DAY,
  MONTHLY,
  MONTHLY_TRIAL,
  type TestBilling,
} from './testing/start-billing.ts';

describe.each(USUAL_KINDS)('subscriptions that are over, or have nothing due, on %s', (kind) => {
  let world: TestBilling;
  beforeEachBilling(kind, (opened) => {
    world = opened;
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const { subscribe, subjects, statesOf } = buyersOf(() => world);

  /** The number of PayPal reads of a subscription during `work`. */
  async function readings(act: () => Promise<void>): Promise<number> {
    const { paypal } = world.billing.payments.providers;
    if (!paypal) throw new Error('PayPal is missing');
    const reading = vi.spyOn(paypal, 'readSubscription');
    await act();
    const { length } = reading.mock.calls;
    reading.mockRestore();
    return length;
  }
  const compare = () => world.run('billing.reconcile');
  const notice = () => world.run('billing.send-notices');

  test('a cancelled subscription is compared until no late payment can come, and then never again', async () => {
    const { userId } = await subscribe(MONTHLY);
    const ends = Date.parse((await world.see(userId)).subscription.renewsAt);
    await world.call(userId, cancelSubscription);
    await world.work();
    expect(await readings(compare)).toBe(1);
    world.addTime(ends - world.now());
    await notice();
    expect(await readings(compare)).toBe(1);
    world.addTime(8 * DAY);
    expect(await readings(compare)).toBe(0);
    expect(await statesOf()).toEqual(['active', 'cancelled', 'expired']);
    expect((await world.see(userId)).subscription).toMatchObject({
      isActive: false,
      paypalStatus: 'CANCELLED',
      endDate: new Date(ends).toISOString(),
    });
  });

  test('a late notice of an expired subscription changes and notifies nothing', async () => {
    const { userId, id } = await subscribe(MONTHLY);
    await world.call(userId, cancelSubscription);
    await world.work();
    world.addTime(40 * DAY);
    await notice();
    const told = subjects();
    // Any change at PayPal that leaves the subscription cancelled.
    await world.paypal.move(id, 'refunded');
    await world.work();
    expect(await statesOf()).toEqual(['active', 'cancelled', 'expired']);
    // Only the money that moved is told.
    expect(subjects()).toEqual([...told, 'your refund, receipt MT-000001']);
  });

  test('an hour with nothing due locks no account', async () => {
    await subscribe(MONTHLY);
    await subscribe(MONTHLY_TRIAL);
    world.addTime(5 * DAY);
    const transactions = vi.spyOn(world.billing.db, 'transaction');
    await notice();
    expect(transactions).not.toHaveBeenCalled();
  });

  test('a trial that has ended shows it within the hour, though no notice has come', async () => {
    world.paypal.webhooks.hold();
    const { userId } = await subscribe(MONTHLY_TRIAL);
    expect((await world.see(userId)).subscription).toMatchObject({ isInTrial: true });
    world.addTime(14 * DAY);
    await notice();
    expect((await world.see(userId)).subscription).toMatchObject({
      isInTrial: false,
      isActive: true,
    });
    const transactions = vi.spyOn(world.billing.db, 'transaction');
    await notice();
    expect(transactions).not.toHaveBeenCalled();
  });

  test('a buyer who cancels while a payment fails gets no more reminders', async () => {
    const { userId, id } = await subscribe(MONTHLY);
    await world.paypal.move(id, 'paymentFailed');
    await world.work();
    await world.call(userId, cancelSubscription);
    await world.work();
    world.mails.splice(0);
    for (let day = 0; day < 8; day += 1) {
      world.addTime(DAY);
      await notice();
    }
    expect(subjects()).not.toContain('a payment did not go through');
  });

  test('three days before a renewal its owner is notified once', async () => {
    const { userId } = await subscribe(MONTHLY);
    const renews = Date.parse((await world.see(userId)).subscription.renewsAt);
    world.mails.splice(0);
    const told: number[] = [];
    while (world.now() < renews) {
      const before = world.mails.length;
      await notice();
      if (world.mails.length > before) told.push((renews - world.now()) / DAY);
      world.addTime(DAY);
    }
    expect(told).toEqual([3]);
    expect(subjects()).toEqual(['your plan ends or renews soon']);
    expect(world.mails[0]?.text).toContain('It is then paid for and renews by itself');
  });

  test('C49: a difference found by night is an alarm, and the second comparison finds none', async () => {
    const alarm = vi.spyOn(world.billing.log, 'error');
    const { userId, id } = await subscribe(MONTHLY);
    await compare();
    expect(alarm).not.toHaveBeenCalled();
    world.paypal.webhooks.hold();
    await world.paypal.move(id, 'expired');
    await compare();
    expect((await world.see(userId)).hasAccess).toBe(false);
    expect(alarm.mock.calls).toEqual([
      [{ compared: 1, differences: 1, failures: 0 }, 'SUBSCRIPTIONS DIFFERED FROM THEIR PROVIDER'],
    ]);
    await compare();
    expect(alarm).toHaveBeenCalledTimes(1);
  });

  test('C49: a provider that is away by night is an alarm of its own', async () => {
    const alarm = vi.spyOn(world.billing.log, 'error');
    await subscribe(MONTHLY);
    world.paypal.setFault('500');
    await compare();
    expect(alarm.mock.calls).toEqual([
      [{ compared: 1, differences: 0, failures: 1 }, 'SUBSCRIPTIONS COULD NOT BE COMPARED'],
    ]);
  });
});
