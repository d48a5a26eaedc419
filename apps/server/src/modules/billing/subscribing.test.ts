import {
  cancelSubscription,
  confirmSubscription,
  listPayments,
  listPlans,
  startSubscription,
  upgradeSubscription,
} from '@moneytrail/contract';
import { describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { PaymentProviderError } from '../../outside/payments/payment-provider.ts';
import { buyersOf, PAGES } from './testing/buyers.ts';
import {
  beforeEachBilling,
  DAY,
  MONTHLY,
  MONTHLY_TRIAL,
  OWN_PAGE,
  type TestBilling,
  YEARLY,
} from './testing/start-billing.ts';

describe.each(USUAL_KINDS)('subscribing, on %s', (kind) => {
  let world: TestBilling;
  beforeEachBilling(kind, (opened) => {
    world = opened;
  });
  const { ask, confirm, buy, subscribe, subjects, statesOf } = buyersOf(() => world);

  test('plans are listed with their prices, the cheapest first', async () => {
    const { body } = await world.call(await world.addUser(), listPlans);
    expect(body.data).toHaveLength(6);
    expect(body.data[0]).toMatchObject({ amount: 29.99, billingInterval: 'MONTH' });
    expect(body.data.at(-1)).toMatchObject({ amount: 299.9, billingInterval: 'YEAR' });
  });

  test('a buyer who approves a plan and returns has access, a mail and the trial', async () => {
    const { userId } = await subscribe(MONTHLY_TRIAL);
    const { subscription, hasAccess } = await world.see(userId);
    expect(hasAccess).toBe(true);
    expect(subscription).toMatchObject({
      isActive: true,
      isInTrial: true,
      hasUsedTrial: true,
      isProcessing: false,
      plan: 'MONTHLY',
      provider: 'paypal',
      endDate: null,
      trialEnds: new Date(world.now() + 14 * DAY).toISOString(),
    });
    expect(subjects()).toEqual(['your subscription is active']);
    expect(world.changed).toContain(userId);
  });

  test('a plan without a trial is paid at once, and its receipt is listed', async () => {
    const { userId } = await subscribe(YEARLY);
    const { body } = await world.call(userId, listPayments);
    expect(body.payments).toMatchObject([
      { amount: 299.9, currency: 'USD', status: 'paid', receiptNumber: 'MT-000001' },
    ]);
    expect((await world.call(await world.addUser(), listPayments)).body.payments).toEqual([]);
  });

  test('C50: ten confirmations at once have one effect', async () => {
    const userId = await world.addUser();
    const id = await buy(userId, MONTHLY_TRIAL);
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(userId, id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    await world.work();
    expect(await statesOf()).toEqual(['active']);
    expect(subjects()).toEqual(['your subscription is active']);
  });

  test("C50: somebody else's subscription is not there", async () => {
    const id = await buy(await world.addUser(), MONTHLY);
    const stranger = await world.addUser();
    expect((await confirm(stranger, id)).status).toBe(404);
    expect((await world.see(stranger)).hasAccess).toBe(false);
  });

  test('a cancelled approval charges nothing, and confirming it gives no access', async () => {
    const userId = await world.addUser();
    const { body } = await ask(userId, MONTHLY);
    const back = await world.paypal.decide(body.approve, 'cancel');
    const id = new URL(back ?? '').searchParams.get('subscription_id') ?? '';
    if (id !== '') expect((await confirm(userId, id)).status).toBe(200);
    expect((await world.see(userId)).hasAccess).toBe(false);
  });

  test('U22: a buyer who cancelled at the provider does not see a subscription in processing', async () => {
    const userId = await world.addUser();
    const { body } = await ask(userId, MONTHLY);
    const back = await world.paypal.decide(body.approve, 'cancel');
    const id = new URL(back ?? '').searchParams.get('subscription_id');
    const asked = { subscription_id: id, isCancelled: true };
    expect((await world.call(userId, confirmSubscription, asked)).status).toBe(200);
    expect((await world.see(userId)).subscription).toBeNull();
  });

  test('a failed cancellation stores the paid period and changes nothing else', async () => {
    const { userId } = await subscribe(MONTHLY);
    const { subscription } = await world.see(userId);
    const { paypal } = world.billing.payments.providers;
    if (!paypal) throw new Error('PayPal is missing');
    paypal.cancelSubscription = () =>
      Promise.reject(new PaymentProviderError('unavailable', 'away'));
    expect((await world.call(userId, cancelSubscription)).status).toBe(503);
    const row = await world.db
      .selectFrom('provider_subscriptions')
      .select(['paid_until_ms', 'ends_ms', 'state'])
      .executeTakeFirst();
    const paidMs = Date.parse(subscription.renewsAt);
    expect(row).toEqual({ state: 'active', paid_until_ms: paidMs, ends_ms: null });
    await world.run('billing.send-notices');
    expect(await world.see(userId)).toEqual({ subscription, hasAccess: true });
  });

  test('a second subscription is refused while one renews', async () => {
    const { userId } = await subscribe(MONTHLY);
    expect((await ask(userId, YEARLY)).status).toBe(409);
  });

  test('the plan of a running subscription changes, where the buyer agrees', async () => {
    const { userId, id } = await subscribe(MONTHLY);
    const { status, body } = await world.call(userId, upgradeSubscription, {
      subscriptionId: YEARLY,
      ...PAGES,
    });
    expect(status).toBe(200);
    if (body.approve !== null) await world.paypal.decide(body.approve, 'approve');
    await confirm(userId, id);
    expect((await world.see(userId)).subscription).toMatchObject({
      plan: 'YEARLY',
      isActive: true,
    });
  });

  test('a request with only a plan returns to the subscription tab', async () => {
    const { userId, id } = await subscribe(MONTHLY);
    const asked = await world.call(userId, upgradeSubscription, { subscriptionId: YEARLY });
    expect(asked.status).toBe(200);
    const cancelled = new URL((await world.paypal.decide(asked.body.approve, 'cancel')) ?? '');
    expect(cancelled.searchParams.get('paypalCancelled')).toBe('true');
    const again = await world.call(userId, upgradeSubscription, { subscriptionId: YEARLY });
    const back = new URL((await world.paypal.decide(again.body.approve, 'approve')) ?? '');
    expect(`${back.origin}${back.pathname}`).toBe(OWN_PAGE);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      account: 'true',
      tab: 'subscription',
      paypalReturned: 'true',
      subscription_id: id,
    });
    await confirm(userId, id);
    expect((await world.see(userId)).subscription).toMatchObject({ plan: 'YEARLY' });
  });

  test('a buyer is never redirected to a foreign page', async () => {
    const userId = await world.addUser();
    const { status } = await world.call(userId, startSubscription, {
      plan_id: MONTHLY,
      interval: 'MONTH',
      return_url: 'https://elsewhere.test/',
      cancel_url: PAGES.cancel_url,
    });
    expect(status).toBe(400);
  });

  test('a page reaches the provider as it was checked, not as it was written', async () => {
    const userId = await world.addUser();
    const asked: unknown[] = [];
    const { paypal } = world.billing.payments.providers;
    if (!paypal) throw new Error('PayPal is not configured');
    const start = paypal.startSubscription;
    paypal.startSubscription = (request) => {
      asked.push(request);
      return start(request);
    };
    const { status } = await world.call(userId, startSubscription, {
      plan_id: MONTHLY,
      interval: 'MONTH',
      return_url: 'http://localhost:3000\\@evil.test',
      cancel_url: 'http:\\\\localhost:3000',
    });
    paypal.startSubscription = start;
    expect([status, asked]).toMatchObject([
      200,
      [{ returnUrl: 'http://localhost:3000/@evil.test', cancelUrl: 'http://localhost:3000/' }],
    ]);
  });

  test('subscriptions are for retail users', async () => {
    const userId = await world.addUser({ user_type: 'commercial' });
    expect((await ask(userId, MONTHLY)).status).toBe(403);
  });
});
