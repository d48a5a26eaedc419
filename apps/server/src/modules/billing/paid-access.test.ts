import { cancelSubscription, upgradeSubscription } from '@moneytrail/contract';
import { describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { buyersOf, PAGES } from './testing/buyers.ts';
import { latePayments } from './testing/late-payments.ts';
import {
  beforeEachBilling,
  DAY,
  HOUR,
  LEMON_MONTHLY,
  MONTHLY,
  MONTHLY_TRIAL,
  type TestBilling,
  YEARLY,
} from './testing/start-billing.ts';

const PAUSED =
  'Your present plan is paused. Please resume it at the payment provider, or cancel it first.';

describe.each(USUAL_KINDS)('access lasts as long as it is paid for, on %s', (kind) => {
  let world: TestBilling;
  beforeEachBilling(kind, (opened) => {
    world = opened;
  });
  const { ask, confirm, buy, subscribe, subscribeAtLemon, subjects } = buyersOf(() => world);
  const { withholdPayments } = latePayments(() => world);
  const hasAccess = async (userId: string) => (await world.see(userId)).hasAccess;
  const renewalOf = async (userId: string) =>
    Date.parse((await world.see(userId)).subscription.renewsAt);

  /** A user who pays for a plan of any provider. */
  const pay = (planId: string) =>
    planId === LEMON_MONTHLY ? subscribeAtLemon(planId) : subscribe(planId);
  const auditedOf = async (userId: string) => {
    const query = world.db.selectFrom('audit_entries').select('action').orderBy('seq');
    return (await query.where('subject_id', '=', userId).execute()).map(({ action }) => action);
  };
  type Step = 'refunded' | 'paymentFailed' | 'paymentSucceeded';
  const move = async (planId: string, id: string, step: Step) => {
    await (planId === LEMON_MONTHLY ? world.lemon.move(id, step) : world.paypal.move(id, step));
    await world.work();
  };

  /** Agrees to a year in the place of a month; it is charged when the month is over. */
  async function changeToYear(userId: string): Promise<void> {
    const change = { subscriptionId: YEARLY, ...PAGES };
    const { body } = await world.call(userId, upgradeSubscription, change);
    await world.paypal.decide(body.approve, 'approve');
  }

  test.each([true, false])(
    'a paid month does not become a year after a change of plan and a cancellation, notified in between: %s',
    async (isTold) => {
      const { userId } = await subscribe(MONTHLY);
      const renewsMs = await renewalOf(userId);
      if (!isTold) world.paypal.webhooks.hold();
      await changeToYear(userId);
      await world.work();
      const { body } = await world.call(userId, cancelSubscription);
      expect(Date.parse(body.subscription.endDate)).toBe(renewsMs);
    },
  );

  test('a year charged after a change of plan is kept by a buyer who cancels at once', async () => {
    const { userId } = await subscribe(MONTHLY);
    const renewsMs = await renewalOf(userId);
    await changeToYear(userId);
    world.paypal.webhooks.hold();
    world.addTime(renewsMs - world.now() + HOUR);
    const { body } = await world.call(userId, cancelSubscription);
    expect(Date.parse(body.subscription.endDate)).toBeGreaterThan(renewsMs + 360 * DAY);
  });

  test('a failed first payment ends access at once if it began before the failure was known', async () => {
    withholdPayments(0);
    const userId = await world.addUser();
    const id = await buy(userId, MONTHLY);
    await confirm(userId, id);
    expect(await hasAccess(userId)).toBe(true);
    withholdPayments(1);
    await world.run('billing.reconcile');
    expect(await hasAccess(userId)).toBe(false);
    expect(world.mails.at(-1)?.text).toContain('Your access has ended');
    await world.call(userId, cancelSubscription);
    expect(await hasAccess(userId)).toBe(false);
  });

  test('a trial whose first payment fails is followed by seven days', async () => {
    const { userId, id } = await subscribe(MONTHLY_TRIAL);
    world.addTime((await renewalOf(userId)) - world.now() - 1);
    await move(MONTHLY_TRIAL, id, 'paymentFailed');
    world.addTime(7 * DAY - 1);
    expect(await hasAccess(userId)).toBe(true);
    world.addTime(1);
    expect(await hasAccess(userId)).toBe(false);
  });

  test.each(['paypal', 'lemon'] as const)(
    'a pause at %s keeps the paid period, and is not a failed payment',
    async (provider) => {
      const { userId, id } = await (provider === 'paypal'
        ? subscribe(MONTHLY)
        : subscribeAtLemon());
      const renewsMs = await renewalOf(userId);
      world.mails.splice(0);
      if (provider === 'paypal') await world.paypal.move(id, 'suspended');
      else await world.lemon.move(id, 'paused');
      await world.work();
      for (let day = 0; day < 10; day += 1) {
        await world.run('billing.send-notices');
        expect(await hasAccess(userId)).toBe(true);
        world.addTime(DAY);
      }
      await world.run('billing.reconcile');
      expect(world.mails).toEqual([]);
      expect((await ask(userId, MONTHLY)).status).toBe(409);
      expect((await world.see(userId)).subscription).toMatchObject({
        endDate: new Date(renewsMs).toISOString(),
        isActive: true,
        isPaused: false,
      });
      world.addTime(renewsMs - world.now());
      await world.run('billing.send-notices');
      expect(await world.see(userId)).toMatchObject({
        hasAccess: false,
        subscription: { isActive: false, isPastDue: false, isPaused: true },
      });
      expect(await ask(userId, MONTHLY)).toMatchObject({ status: 409, body: { message: PAUSED } });
      if (provider === 'paypal') await world.paypal.move(id, 'reactivated');
      else await world.lemon.move(id, 'unpaused');
      await world.work();
      expect(await hasAccess(userId)).toBe(true);
      expect(subjects()).not.toContain('a payment did not go through');
    },
  );

  test('a buyer whose paused subscription is over can cancel and buy again', async () => {
    const { userId, id } = await subscribe(MONTHLY);
    const renewsMs = await renewalOf(userId);
    await world.paypal.move(id, 'suspended');
    await world.work();
    world.addTime(renewsMs - world.now());
    const { body } = await world.call(userId, cancelSubscription);
    expect(body.subscription).toMatchObject({ isActive: false, isPaused: false });
    expect((await ask(userId, MONTHLY)).status).toBe(200);
  });

  test.each([MONTHLY, LEMON_MONTHLY])(
    'a refund by %s ends its period, and the next payment restores access',
    async (planId) => {
      const { userId, id } = await pay(planId);
      const renewsMs = await renewalOf(userId);
      world.addTime(3 * DAY);
      await move(planId, id, 'refunded');
      expect(await hasAccess(userId)).toBe(false);
      expect(await auditedOf(userId)).toContain('subscription.refunded');
      world.addTime(HOUR);
      await world.run('billing.reconcile');
      expect(await hasAccess(userId)).toBe(false);
      world.addTime(renewsMs - world.now() + HOUR);
      await world.run('billing.reconcile');
      expect(await hasAccess(userId)).toBe(true);
    },
  );

  test.each([MONTHLY, LEMON_MONTHLY])(
    'a payment of %s that is paid back is no failed one: its plan still renews, until it is cancelled',
    async (planId) => {
      const { userId, id } = await pay(planId);
      const renewsMs = await renewalOf(userId);
      world.addTime(HOUR);
      await move(planId, id, 'refunded');
      expect((await world.see(userId)).subscription).toMatchObject({
        isActive: false,
        isPastDue: false,
        endDate: new Date(world.now()).toISOString(),
        renewsAt: new Date(renewsMs).toISOString(),
      });
      expect(subjects()).toEqual([
        'your subscription is active',
        'your receipt MT-000001',
        'your refund, receipt MT-000001',
      ]);
      const again = await ask(userId, MONTHLY);
      expect(again.status).toBe(409);
      expect(again.body.message).toMatch(/^You have a subscription already/);
      const { body } = await world.call(userId, cancelSubscription);
      expect(body.subscription).toMatchObject({ isPastDue: false, renewsAt: null });
      expect((await ask(userId, MONTHLY)).status).toBe(200);
    },
  );

  test('a payment that the buyer’s bank takes back ends access and renewal, once, and is recorded', async () => {
    const { userId, id } = await subscribe(MONTHLY);
    await world.paypal.move(id, 'reversed');
    await world.work();
    await world.work();
    expect((await world.see(userId)).subscription).toMatchObject({
      isActive: false,
      renewsAt: null,
      paypalStatus: 'CANCELLED',
    });
    expect(await hasAccess(userId)).toBe(false);
    expect((await auditedOf(userId)).slice(-3)).toEqual([
      'subscription.refunded',
      'subscription.changed',
      'subscription.reversed',
    ]);
  });

  test('a dispute is recorded for administrators with its user, and changes nothing until money moves', async () => {
    const { userId, id } = await subscribe(MONTHLY);
    for (const step of ['disputed', 'disputeWon'] as const) {
      await world.paypal.move(id, step);
      await world.work();
      expect(await hasAccess(userId)).toBe(true);
    }
    expect((await auditedOf(userId)).slice(-2)).toEqual([
      'subscription.disputed',
      'subscription.dispute-closed',
    ]);
  });

  test('a refund keeps the period of an earlier payment', async () => {
    const { userId, id } = await subscribe(MONTHLY);
    const renewsMs = await renewalOf(userId);
    await move(MONTHLY, id, 'paymentSucceeded');
    await move(MONTHLY, id, 'refunded');
    expect(await hasAccess(userId)).toBe(true);
    await world.call(userId, cancelSubscription);
    world.addTime(renewsMs - world.now() - 1);
    expect(await hasAccess(userId)).toBe(true);
    world.addTime(1);
    expect(await hasAccess(userId)).toBe(false);
  });
});
