import { cancelSubscription, upgradeSubscription } from '@moneytrail/contract';
import { describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import type { ProviderPayment } from '../../outside/payments/payment-provider.ts';
import { buyersOf, PAGES } from './testing/buyers.ts';
import { latePayments } from './testing/late-payments.ts';
import {
  beforeEachBilling,
  MONTHLY,
  MONTHLY_TRIAL,
  type TestBilling,
  YEARLY,
} from './testing/start-billing.ts';

describe.each(USUAL_KINDS)('a payment pays for the plan it was for, on %s', (kind) => {
  let world: TestBilling;
  beforeEachBilling(kind, (opened) => {
    world = opened;
  });
  const { subscribe } = buyersOf(() => world);
  const { withholdPayments, tellPayments } = latePayments(() => world);

  /** Lets PayPal tell other payments than there were. */
  function pretend(change: (payments: ProviderPayment[]) => ProviderPayment[]): void {
    const { paypal } = world.billing.payments.providers;
    if (!paypal) throw new Error('PayPal is missing');
    const list = paypal.listPayments;
    paypal.listPayments = async (id, fromMs) => change(await list(id, fromMs));
  }

  test.each([0, 300])(
    'a month with %i cents of tax does not become a year if reported after the change to a year',
    async (taxCents) => {
      withholdPayments(0);
      const { userId } = await subscribe(MONTHLY);
      const renewsMs = Date.parse((await world.see(userId)).subscription.renewsAt);
      world.addTime(60_000);
      const change = { subscriptionId: YEARLY, ...PAGES };
      const { body } = await world.call(userId, upgradeSubscription, change);
      await world.paypal.decide(body.approve, 'approve');
      await world.work();
      expect((await world.see(userId)).subscription).toMatchObject({ plan: 'YEARLY' });
      tellPayments();
      pretend((payments) =>
        payments.map((payment) => ({ ...payment, amountCents: payment.amountCents + taxCents })),
      );
      const cancelled = await world.call(userId, cancelSubscription);
      expect(Date.parse(cancelled.body.subscription.endDate)).toBe(renewsMs);
    },
  );

  test('a bill of nothing for a trial pays for no month', async () => {
    const { userId } = await subscribe(MONTHLY_TRIAL);
    const { trialEnds } = (await world.see(userId)).subscription;
    const bill = { id: 'B-1', state: 'paid', amountCents: 0, currency: 'USD' } as const;
    pretend(() => [{ ...bill, atMs: world.now() }]);
    const { body } = await world.call(userId, cancelSubscription);
    expect(body.subscription.endDate).toBe(trialEnds);
  });
});
