import { cancelSubscription, startSubscription } from '@moneytrail/contract';
import { describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import type { ProviderSubscription } from '../../outside/payments/payment-provider.ts';
import { settle } from './settle.ts';
import { buyersOf, PAGES } from './testing/buyers.ts';
import {
  beforeEachBilling,
  DAY,
  HOUR,
  LEMON_MONTHLY,
  MONTHLY,
  MONTHLY_TRIAL,
  type TestBilling,
} from './testing/start-billing.ts';

describe.each(USUAL_KINDS)('no double or useless payments, on %s', (kind) => {
  let world: TestBilling;
  beforeEachBilling(kind, (opened) => {
    world = opened;
  });
  const { ask, confirm, buy, subscribe, subjects } = buyersOf(() => world);
  const hasAccess = async (userId: string) => (await world.see(userId)).hasAccess;

  /** Lets PayPal say something else than it does. */
  function pretend(change: (said: ProviderSubscription) => Partial<ProviderSubscription>): void {
    const { paypal } = world.billing.payments.providers;
    if (!paypal) throw new Error('PayPal is missing');
    const read = paypal.readSubscription;
    paypal.readSubscription = async (id) => {
      const said = await read(id);
      return said && { ...said, ...change(said) };
    };
  }
  const statesAtPaypal = async () => {
    const rows = await world.db
      .selectFrom('provider_subscriptions')
      .select('provider_id')
      .execute();
    const { paypal } = world.billing.payments.providers;
    return Promise.all(
      rows.map(async (row) => (await paypal?.readSubscription(row.provider_id ?? ''))?.state),
    );
  };

  test('concurrent payments all get separate receipts', async () => {
    world.paypal.webhooks.hold();
    for (let buyer = 0; buyer < 4; buyer += 1) await buy(await world.addUser(), MONTHLY);
    const rows = await world.db.selectFrom('provider_subscriptions').select('id').execute();
    await Promise.all(rows.map(({ id }) => settle(world.billing, id)));
    const payments = await world.db
      .selectFrom('payments')
      .select('receipt')
      .orderBy('receipt')
      .execute();
    expect(payments.map(({ receipt }) => receipt)).toEqual([1, 2, 3, 4]);
  });

  test('a repeated request leads to the same approval', async () => {
    const userId = await world.addUser();
    const [one, two] = [await ask(userId, MONTHLY), await ask(userId, MONTHLY)];
    expect(two.body.approve).toBe(one.body.approve);
  });

  test('after a failed payment a new request leads to another approval', async () => {
    const userId = await world.addUser();
    const first = await ask(userId, MONTHLY_TRIAL);
    const back = await world.paypal.decide(first.body.approve, 'fail');
    const id = new URL(back ?? '').searchParams.get('subscription_id') ?? '';
    // The refusal is told at once, not as a payment in processing.
    expect((await confirm(userId, id)).body).toEqual({ subscription: null, isRefused: true });
    const again = await ask(userId, MONTHLY_TRIAL);
    expect(again.body.approve).not.toBe(first.body.approve);
    await world.paypal.decide(again.body.approve, 'approve');
    await world.work();
    expect(await hasAccess(userId)).toBe(true);
    expect((await confirm(userId, id)).body).toMatchObject({ isRefused: true });
  });

  test('of two plans that were approved the second is cancelled at its provider', async () => {
    const userId = await world.addUser();
    const other = await ask(userId, MONTHLY_TRIAL);
    await confirm(userId, await buy(userId, MONTHLY));
    await world.work();
    await world.paypal.decide(other.body.approve, 'approve');
    await world.work();
    expect((await statesAtPaypal()).toSorted()).toEqual(['active', 'cancelled']);
    expect(await hasAccess(userId)).toBe(true);
    expect(subjects()).toContain('your subscription could not begin');
  });

  test('a plan with a failed payment must be paid or cancelled before another one is sold', async () => {
    const { userId, id } = await subscribe(MONTHLY);
    await world.paypal.move(id, 'paymentFailed');
    await world.work();
    world.addTime(8 * DAY);
    await world.run('billing.send-notices');
    expect(await hasAccess(userId)).toBe(false);
    expect((await ask(userId, MONTHLY)).status).toBe(409);
    expect((await world.call(userId, cancelSubscription)).status).toBe(200);
    expect(await hasAccess(userId)).toBe(false);
    expect((await ask(userId, MONTHLY)).status).toBe(200);
  });

  test('U25: a trial that was asked for before another one was used is refused, also much later', async () => {
    const userId = await world.addUser();
    const open = await ask(userId, MONTHLY_TRIAL);
    await world.db.updateTable('provider_subscriptions').set({ asked_at_ms: 0 }).execute();
    await confirm(userId, await buy(userId, MONTHLY_TRIAL));
    await world.work();
    await world.call(userId, cancelSubscription);
    world.addTime(20 * DAY);
    await world.run('billing.settle-open');
    await world.paypal.decide(open.body.approve, 'approve');
    await world.work();
    expect(await hasAccess(userId)).toBe(false);
    expect(await statesAtPaypal()).toEqual(['cancelled', 'cancelled']);
  });

  test('U25: of two accounts of one payer that begin a trial at once, one gets it', async () => {
    pretend(() => ({ payerId: 'the same' }));
    world.paypal.webhooks.hold();
    const users = [await world.addUser(), await world.addUser()];
    for (const userId of users) await buy(userId, MONTHLY_TRIAL);
    const rows = await world.db.selectFrom('provider_subscriptions').select('id').execute();
    await Promise.all(rows.map(({ id }) => settle(world.billing, id)));
    const open = await Promise.all(users.map(hasAccess));
    expect(open.toSorted()).toEqual([false, true]);
  });

  test('U25: an address that paid for a trial cannot begin another one with its own account', async () => {
    const address = 'Payer.Somewhere@example.org';
    pretend(() => ({ email: address }));
    await subscribe(MONTHLY_TRIAL);
    pretend(() => ({ email: null, payerId: null }));
    const other = await world.addUser({ username: address.toLowerCase() });
    expect((await ask(other, MONTHLY_TRIAL)).status).toBe(409);
    expect((await ask(await world.addUser(), MONTHLY_TRIAL)).status).toBe(200);
  });

  test('U25: two accounts that pay from one address have one trial', async () => {
    pretend(({ id }) => ({ email: 'payer@example.org', payerId: `payer of ${id}` }));
    await subscribe(MONTHLY_TRIAL);
    const { userId } = await subscribe(MONTHLY_TRIAL);
    expect(await hasAccess(userId)).toBe(false);
    expect(subjects()).toContain('your subscription could not begin');
  });

  test('U25: a trial used long ago is recorded again by the next one', async () => {
    const { userId } = await subscribe(MONTHLY_TRIAL);
    await world.call(userId, cancelSubscription);
    await world.db
      .updateTable('used_trials')
      .set({ used_at_ms: world.now() - 731 * DAY })
      .execute();
    world.addTime(20 * DAY);
    await confirm(userId, await buy(userId, MONTHLY_TRIAL));
    await world.work();
    await world.call(userId, cancelSubscription);
    world.addTime(20 * DAY);
    expect((await ask(userId, MONTHLY_TRIAL)).status).toBe(409);
  });

  test('a buyer who cancels after a renewal without a notice keeps the paid period', async () => {
    const { userId } = await subscribe(MONTHLY);
    const renews = Date.parse((await world.see(userId)).subscription.renewsAt);
    world.paypal.webhooks.hold();
    world.addTime(renews - world.now() + HOUR);
    const { body } = await world.call(userId, cancelSubscription);
    expect(body.subscription.isActive).toBe(true);
    expect(Date.parse(body.subscription.endDate)).toBeGreaterThan(renews + 27 * DAY);
  });

  test('an unpaid subscription gives no access, nor does cancelling it', async () => {
    pretend(({ state }) => (state === 'active' ? { state: 'past-due', failedPayments: 1 } : {}));
    const userId = await world.addUser();
    await confirm(userId, await buy(userId, MONTHLY));
    await world.work();
    expect(await hasAccess(userId)).toBe(false);
    await world.call(userId, cancelSubscription);
    expect(await hasAccess(userId)).toBe(false);
  });

  test('a subscription at another price is cancelled, its owner notified, and can be requested again', async () => {
    const userId = await world.addUser();
    const id = await buy(userId, MONTHLY);
    await world.db.updateTable('provider_subscriptions').set({ amount_cents: 1 }).execute();
    expect((await confirm(userId, id)).status).toBe(409);
    expect(await statesAtPaypal()).toEqual(['cancelled']);
    expect(await hasAccess(userId)).toBe(false);
    expect(subjects()).toEqual(['your subscription could not begin']);
    expect((await ask(userId, MONTHLY)).status).toBe(200);
  });

  test('a later price change does not affect earlier requests', async () => {
    const userId = await world.addUser();
    const id = await buy(userId, MONTHLY);
    await world.db.updateTable('plans').set({ amount_cents: 9_999 }).execute();
    await confirm(userId, id);
    expect(await hasAccess(userId)).toBe(true);
  });

  test('an unknown status of the provider takes no access away', async () => {
    const { userId } = await subscribe(MONTHLY);
    pretend(() => ({ state: 'pending', status: 'UNDER_REVIEW' }));
    await world.run('billing.reconcile');
    world.addTime(2 * DAY);
    await world.run('billing.reconcile');
    expect(await hasAccess(userId)).toBe(true);
  });

  test('a buyer who returns without approval does not see a subscription in processing', async () => {
    const userId = await world.addUser();
    await ask(userId, MONTHLY);
    const row = await world.db
      .selectFrom('provider_subscriptions')
      .select('provider_id')
      .executeTakeFirst();
    const { body } = await confirm(userId, row?.provider_id ?? '');
    expect(body.subscription).toBeNull();
  });

  test('a subscription in processing that is never decided disappears', async () => {
    const userId = await world.addUser();
    await ask(userId, MONTHLY);
    const row = await world.db
      .selectFrom('provider_subscriptions')
      .select('provider_id')
      .executeTakeFirst();
    world.paypal.setFault('500');
    const { body } = await confirm(userId, row?.provider_id ?? '');
    expect(body.subscription).toMatchObject({ isProcessing: true });
    world.paypal.setFault('none');
    world.addTime(25 * HOUR);
    await world.run('billing.settle-open');
    expect((await world.see(userId)).subscription).toBeNull();
  });

  test('a repeated notice is applied again after its job was given up', async () => {
    const userId = await world.addUser();
    world.paypal.webhooks.hold();
    await buy(userId, MONTHLY);
    await world.paypal.webhooks.release();
    await world.paypal.webhooks.idle();
    world.waiting.splice(0);
    for (const { id } of await world.paypal.webhooks.list())
      await world.paypal.webhooks.deliver(id);
    await world.work();
    expect(await hasAccess(userId)).toBe(true);
  });

  test('C50: a purchase at Lemon Squeezy that costs something else is cancelled there', async () => {
    const userId = await world.addUser();
    const { body } = await ask(userId, LEMON_MONTHLY);
    await world.db.updateTable('provider_subscriptions').set({ amount_cents: 1 }).execute();
    await world.lemon.decide(body.approve, 'pay');
    await world.work();
    const [id = ''] = await world.lemon.subscriptionIds();
    const { lemon } = world.billing.payments.providers;
    expect((await lemon?.readSubscription(id))?.state).toBe('cancelled');
    expect(await hasAccess(userId)).toBe(false);
    expect(subjects()).toEqual(['your subscription could not begin']);
  });

  test('Lemon Squeezy: of two checkouts that are both paid, one is cancelled there', async () => {
    const userId = await world.addUser();
    const lemon = { plan_id: 'lemon-1001', interval: 'MONTH', ...PAGES };
    const pages = [
      (await world.call(userId, startSubscription, lemon)).body.approve,
      (await world.call(userId, startSubscription, lemon)).body.approve,
    ];
    for (const page of pages) await world.lemon.decide(page, 'pay');
    await world.work();
    const { lemon: provider } = world.billing.payments.providers;
    const ids = await world.lemon.subscriptionIds();
    const states = await Promise.all(
      ids.map(async (id) => (await provider?.readSubscription(id))?.state),
    );
    expect(states.toSorted()).toEqual(['active', 'cancelled']);
    expect(await hasAccess(userId)).toBe(true);
  });

  test('a hundred open approvals delay no other', async () => {
    const userId = await world.addUser();
    await ask(userId, MONTHLY);
    const open = await world.db
      .selectFrom('provider_subscriptions')
      .selectAll()
      .executeTakeFirstOrThrow();
    const old = { asked_at_ms: world.now() - 2 * HOUR, read_at_ms: world.now() - 60_000 };
    await world.db
      .insertInto('provider_subscriptions')
      .values(
        Array.from({ length: 100 }, (_, at) => {
          return { ...open, ...old, id: `open-${at}`, provider_id: `I-OPEN${at}` };
        }),
      )
      .execute();
    world.paypal.webhooks.hold();
    const other = await world.addUser();
    await buy(other, MONTHLY);
    world.addTime(61_000);
    await world.run('billing.settle-open');
    expect(await hasAccess(other)).toBe(true);
  });
});
