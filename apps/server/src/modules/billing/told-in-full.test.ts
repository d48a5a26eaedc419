import {
  cancelSubscription,
  getAccount,
  listPayments,
  listPlans,
  resumeSubscription,
  upgradeSubscription,
} from '@moneytrail/contract';
import { describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { planRightsOf } from './billing.ts';
import { READ_PLANS } from './jobs.ts';
import { buyersOf, PAGES } from './testing/buyers.ts';
import {
  beforeEachBilling,
  DAY,
  MONTHLY,
  MONTHLY_TRIAL,
  type TestBilling,
  YEARLY,
} from './testing/start-billing.ts';

const LEMON_YEARLY = 'lemon-1002';
const CANCELLING = 'open Manage Account, choose Subscription and press Cancel Subscription';

/** The world begins on 2 March 2026. */
describe.each(USUAL_KINDS)('orders, changes and payments are told in full, on %s', (kind) => {
  let world: TestBilling;
  beforeEachBilling(kind, (opened) => {
    world = opened;
  });
  const { confirm, subscribe, subscribeAtLemon, subjects } = buyersOf(() => world);
  const lastText = () => (world.mails.at(-1)?.text ?? '').replaceAll('\n', ' ');
  const mailOf = (subject: string) =>
    world.mails.find((mail) => mail.subject.includes(subject))?.text ?? '';
  const subscriptionOf = async (userId: string) => (await world.see(userId)).subscription;

  test('a trial names its price, its first charge and how to cancel', async () => {
    const { userId } = await subscribe(MONTHLY_TRIAL);
    expect(lastText()).toContain('It ends on 16 March 2026; then the plan costs USD 29.99 a month');
    expect(lastText()).toContain('The next charge is USD 29.99 on 16 March 2026.');
    expect(lastText()).toContain(CANCELLING);
    expect(await subscriptionOf(userId)).toMatchObject({
      amount: 29.99,
      currency: 'USD',
      canResume: false,
    });
  });

  test('a plan changed in a trial keeps the trial, and its mail says so', async () => {
    const { userId, id } = await subscribe(MONTHLY_TRIAL);
    const change = { subscriptionId: YEARLY, ...PAGES };
    const { body } = await world.call(userId, upgradeSubscription, change);
    const page = await (await fetch(body.approve)).text();
    expect(page).toContain('Free until 16 March 2026');
    expect(page).toContain('USD 299.90 on 16 March 2026');
    expect(page).not.toContain('<dt>Trial</dt><dd>None');
    await world.paypal.decide(body.approve, 'approve');
    await confirm(userId, id);
    expect(await subscriptionOf(userId)).toMatchObject({
      plan: 'YEARLY',
      amount: 299.9,
      isInTrial: true,
      trialEnds: '2026-03-16T10:00:00.000Z',
      renewsAt: '2026-03-16T10:00:00.000Z',
    });
    expect(subjects().at(-1)).toBe('your plan was changed');
    expect(lastText()).toContain(
      'from Moneytrail Monthly to Moneytrail Yearly, which costs USD 299.90 a year. Nothing is charged for the change. Your free trial stays: it ends on 16 March 2026. The next charge is USD 299.90 on 16 March 2026.',
    );
    expect(lastText()).toContain(CANCELLING);
  });

  test('a plan paid by card changes at its renewal, is mailed, and nothing is charged before', async () => {
    const { userId } = await subscribeAtLemon();
    const before = (await world.call(userId, listPayments)).body.payments;
    const { body } = await world.call(userId, upgradeSubscription, {
      subscriptionId: LEMON_YEARLY,
    });
    expect(body).toMatchObject({
      approve: null,
      subscription: { plan: 'YEARLY', amount: 299.9, renewsAt: '2026-04-02T10:00:00.000Z' },
    });
    expect((await world.call(userId, listPayments)).body.payments).toEqual(before);
    expect(lastText()).toContain('The days that you have paid for stay yours.');
    expect(lastText()).toContain('The next charge is USD 299.90 on 02 April 2026.');
    await world.work();
    expect(subjects().filter((subject) => subject === 'your plan was changed')).toHaveLength(1);
  });

  test('a cancellation by card names the charge that is not made, and can be taken back', async () => {
    const { userId } = await subscribeAtLemon();
    await world.call(userId, cancelSubscription);
    expect(lastText()).toContain(
      'You have access until 02 April 2026. Nothing more is charged: the payment of USD 29.99 on 02 April 2026 is not made. Until then you can take the cancellation back',
    );
    expect(await subscriptionOf(userId)).toMatchObject({ canResume: true, renewsAt: null });
    const { status, body } = await world.call(userId, resumeSubscription);
    expect(status).toBe(200);
    expect(body.subscription).toMatchObject({
      isActive: true,
      canResume: false,
      endDate: null,
      renewsAt: '2026-04-02T10:00:00.000Z',
    });
    expect(subjects().at(-1)).toBe('your subscription renews again');
    expect(lastText()).toContain('The next charge is USD 29.99 on 02 April 2026.');
    expect((await world.call(userId, resumeSubscription)).status).toBe(409);
  });

  test('PayPal cannot take a cancellation back, nor can anybody after the end', async () => {
    const { userId } = await subscribe(MONTHLY);
    await world.call(userId, cancelSubscription);
    expect(lastText()).not.toContain('take the cancellation back');
    expect(await subscriptionOf(userId)).toMatchObject({ canResume: false });
    expect(await world.call(userId, resumeSubscription)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('cannot take a cancellation back') },
    });
    const byCard = await subscribeAtLemon();
    await world.call(byCard.userId, cancelSubscription);
    world.addTime(32 * DAY);
    expect((await world.call(byCard.userId, resumeSubscription)).status).toBe(409);
  });

  test('a receipt comes by mail with its period, the seller and the number of the provider', async () => {
    const { userId } = await subscribe(MONTHLY);
    const [payment] = (await world.call(userId, listPayments)).body.payments;
    expect(payment).toMatchObject({
      paidAt: '2026-03-02T10:00:00.000Z',
      paidThrough: '2026-04-02T10:00:00.000Z',
      providerReference: expect.stringMatching(/^\w{17}$/),
    });
    const text = mailOf('your receipt MT-000001');
    expect(text).toContain('your payment of USD 29.99 for Moneytrail Monthly has arrived');
    expect(text).toContain('It covers 02 March 2026 to 02 April 2026.');
    expect(text).toContain(
      `paid on 02 March 2026 with PayPal, payment number ${payment.providerReference}`,
    );
    expect(text).toContain('Sold by Moneytrail (Pty) Ltd, 1 Example Street');
    expect(text).toContain('/dashboard/receipts/MT-000001');
  });

  test('a plan gives the rights that are configured for it, while it is active', async () => {
    const { userId } = await subscribe(MONTHLY);
    const rights = async () => (await world.call(userId, getAccount)).body.permissions;
    expect(await rights()).toEqual({ isDetailedSummaryAllowed: false, isSuffixAllowed: false });
    world.billing.planRights = planRightsOf({ summary: [MONTHLY], suffix: ['another'] });
    world.changed.splice(0);
    await world.run(READ_PLANS.name);
    expect(world.changed).toEqual([userId]);
    expect(await rights()).toEqual({ isDetailedSummaryAllowed: true, isSuffixAllowed: false });
    const { data } = (await world.call(userId, listPlans)).body;
    const giving = data.filter(
      (plan: { permissions: { isDetailedSummaryAllowed: boolean } }) =>
        plan.permissions.isDetailedSummaryAllowed,
    );
    expect(giving.map(({ planId }: { planId: string }) => planId)).toEqual([MONTHLY]);
    world.addTime(40 * DAY);
    await world.call(userId, cancelSubscription);
    world.addTime(40 * DAY);
    expect(await rights()).toEqual({ isDetailedSummaryAllowed: false, isSuffixAllowed: false });
  });
});
