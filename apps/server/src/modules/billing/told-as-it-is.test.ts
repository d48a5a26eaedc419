import { cancelSubscription, upgradeSubscription } from '@moneytrail/contract';
import { describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { PaymentProviderError } from '../../outside/payments/payment-provider.ts';
import { buyersOf, PAGES } from './testing/buyers.ts';
import {
  beforeEachBilling,
  DAY,
  MONTHLY,
  type TestBilling,
  YEARLY,
} from './testing/start-billing.ts';

describe.each(USUAL_KINDS)('late and refused purchases, on %s', (kind) => {
  let world: TestBilling;
  beforeEachBilling(kind, (opened) => {
    world = opened;
  });
  const { ask, subscribe } = buyersOf(() => world);
  const paypalOf = () => {
    const { paypal } = world.billing.payments.providers;
    if (!paypal) throw new Error('PayPal is missing');
    return paypal;
  };
  const subscriptionOf = async (userId: string) => (await world.see(userId)).subscription;

  test('a failure that was noticed late is cleared once it is paid', async () => {
    const { userId, id } = await subscribe(MONTHLY);
    const renewsMs = Date.parse((await subscriptionOf(userId)).renewsAt);
    world.paypal.webhooks.hold();
    world.addTime(renewsMs - world.now() - 1);
    await world.paypal.move(id, 'paymentFailed');
    world.addTime(5 * DAY);
    await world.run('billing.reconcile');
    expect(await subscriptionOf(userId)).toMatchObject({ isPastDue: true });
    await world.paypal.move(id, 'paymentSucceeded');
    // The provider keeps the day on which the bill was made.
    const list = paypalOf().listPayments;
    paypalOf().listPayments = async (of, fromMs) =>
      (await list(of, fromMs)).map((each) => ({ ...each, atMs: Math.min(each.atMs, renewsMs) }));
    await world.run('billing.reconcile');
    expect(await subscriptionOf(userId)).toMatchObject({ isPastDue: false, isActive: true });
  });

  test('a buyer who cancels after access has ended gets no mail that it continues', async () => {
    const { userId, id } = await subscribe(MONTHLY);
    await world.paypal.move(id, 'paymentFailed');
    await world.work();
    world.addTime(8 * DAY);
    await world.call(userId, cancelSubscription);
    const { text } = world.mails.at(-1) ?? { text: '' };
    expect(text).toContain('will not renew. Your access has ended.');
  });

  test('a refusal by a provider is not reported as an outage', async () => {
    const refuse = async () => {
      throw new PaymentProviderError('refused', 'no', 'SUBSCRIPTION_STATUS_INVALID');
    };
    const { userId } = await subscribe(MONTHLY);
    Object.assign(paypalOf(), { changePlan: refuse, startSubscription: refuse });
    const change = { subscriptionId: YEARLY, ...PAGES };
    expect(await world.call(userId, upgradeSubscription, change)).toMatchObject({
      status: 409,
      body: { message: 'The payment provider refused this. Please reload the page and try again.' },
    });
    expect(await ask(await world.addUser(), MONTHLY)).toMatchObject({
      status: 409,
      body: {
        message:
          'The payment provider refused this. You have not been charged. Please reload the page and try again.',
      },
    });
  });
});
