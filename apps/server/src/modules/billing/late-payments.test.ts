import { cancelSubscription } from '@moneytrail/contract';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { buyersOf } from './testing/buyers.ts';
import { latePayments } from './testing/late-payments.ts';
import {
  beforeEachBilling,
  DAY,
  HOUR,
  MONTHLY,
  type TestBilling,
} from './testing/start-billing.ts';

describe.each(USUAL_KINDS)('payments that are reported late, on %s', (kind) => {
  let world: TestBilling;
  beforeEachBilling(kind, (opened) => {
    world = opened;
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const { buy, confirm, subscribe, subjects } = buyersOf(() => world);
  const { withholdPayments, tellPayments } = latePayments(() => world);
  const hasAccess = async (userId: string) => (await world.see(userId)).hasAccess;
  const cancelAtPaypal = (id: string) =>
    world.billing.payments.providers.paypal?.cancelSubscription(id, 'by its buyer');

  test('a late payment gives access to a buyer who cancelled before it was reported', async () => {
    withholdPayments(0);
    const userId = await world.addUser();
    await confirm(userId, await buy(userId, MONTHLY));
    await world.call(userId, cancelSubscription);
    await world.run('billing.send-notices');
    expect(await hasAccess(userId)).toBe(false);
    tellPayments();
    world.addTime(6 * DAY);
    await world.run('billing.reconcile');
    expect(await hasAccess(userId)).toBe(true);
    expect(subjects().slice(-2)).toEqual([
      'your subscription is cancelled',
      expect.stringMatching(/^your receipt MT-/),
    ]);
  });

  /** A user whose first payment fails. */
  async function failFirst(): Promise<string> {
    withholdPayments(1);
    world.paypal.webhooks.hold();
    const userId = await world.addUser();
    await confirm(userId, await buy(userId, MONTHLY));
    expect(await hasAccess(userId)).toBe(false);
    return userId;
  }

  test.each([
    ['within the hour', HOUR, 'billing.settle-open'],
    ['by night, weeks later', 20 * DAY, 'billing.reconcile'],
  ])('a first payment that failed and went through %s gives access', async (_when, ms, job) => {
    const userId = await failFirst();
    world.addTime(ms);
    withholdPayments(0);
    await world.run(job);
    expect(await hasAccess(userId)).toBe(false);
    tellPayments();
    world.addTime(HOUR);
    await world.run(job);
    expect(await hasAccess(userId)).toBe(true);
  });

  test.each(['cancelled', 'suspended'] as const)(
    'a late payment gives access to a plan that was %s before its first reading',
    async (how) => {
      withholdPayments(0);
      world.paypal.webhooks.hold();
      const userId = await world.addUser();
      const id = await buy(userId, MONTHLY);
      await (how === 'cancelled' ? cancelAtPaypal(id) : world.paypal.move(id, how));
      await world.run('billing.settle-open');
      expect(await hasAccess(userId)).toBe(false);
      tellPayments();
      world.addTime(HOUR);
      await world.run('billing.settle-open');
      expect(await hasAccess(userId)).toBe(true);
    },
  );

  test('a pending renewal that is cancelled gives access only once its payment is reported', async () => {
    const { userId } = await subscribe(MONTHLY);
    world.addTime(32 * DAY);
    await world.run('billing.reconcile');
    const { paypal } = world.billing.payments.providers;
    if (!paypal) throw new Error('PayPal is missing');
    const { listPayments: list } = paypal;
    const listPayments = vi.spyOn(paypal, 'listPayments');
    listPayments.mockImplementation(async (...asked) =>
      (await list(...asked)).map((payment, at) =>
        at === 0 ? payment : { ...payment, state: 'pending' },
      ),
    );
    await world.call(userId, cancelSubscription);
    expect(await hasAccess(userId)).toBe(false);
    listPayments.mockRestore();
    world.addTime(HOUR);
    await world.run('billing.reconcile');
    expect(await hasAccess(userId)).toBe(true);
  });

  test('a late payment of a refused purchase gives no access, and one alarm asks to pay it back', async () => {
    withholdPayments(0);
    const { userId } = await subscribe(MONTHLY);
    await world.db.updateTable('provider_subscriptions').set({ asked_at_ms: 0 }).execute();
    world.paypal.webhooks.hold();
    await world.call(userId, cancelSubscription);
    const id = await buy(userId, MONTHLY);
    await world.db
      .updateTable('provider_subscriptions')
      .set({ amount_cents: 1 })
      .where('provider_id', '=', id)
      .execute();
    expect((await confirm(userId, id)).status).toBe(409);
    tellPayments();
    const alarm = vi.spyOn(world.billing.log, 'error');
    world.addTime(HOUR);
    await world.run('billing.settle-open');
    world.addTime(HOUR);
    await world.run('billing.settle-open');
    expect(alarm.mock.calls.map(([, said]) => said)).toEqual([
      'WHAT WAS REFUSED IS CHARGED FOR AND HAS TO BE PAID BACK',
    ]);
    expect(await hasAccess(userId)).toBe(false);
  });
});
