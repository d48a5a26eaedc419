import type { Updateable } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import type { Database } from '../../db/index.ts';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { buyersOf } from './testing/buyers.ts';
import { beforeEachBilling, MONTHLY, type TestBilling } from './testing/start-billing.ts';

const MINUTE = 60_000;

describe.each(USUAL_KINDS)('useless subscriptions are cancelled, on %s', (kind) => {
  let world: TestBilling;
  beforeEachBilling(kind, (opened) => {
    world = opened;
  });
  const { ask, buy, confirm, subscribe, subjects } = buyersOf(() => world);

  const change = (userId: string, columns: Updateable<Database['users']>) =>
    world.db.updateTable('users').set(columns).where('id', '=', userId).execute();
  const endUnusable = () => world.run('billing.end-unusable');
  const atPaypal = async (id: string) =>
    (await world.billing.payments.providers.paypal?.readSubscription(id))?.state;
  const recorded = (userId: string) =>
    world.db
      .selectFrom('audit_entries')
      .select('reason')
      .where('subject_id', '=', userId)
      .where('reason', 'is not', null)
      .execute();

  /** Changes after which a subscription is useless; with a main account if one is needed. */
  const ENDS = {
    'who became commercial': async () => ({ user_type: 'commercial' }) as const,
    'whose access was revoked': async () => ({ access_revoked: true }),
    'who shares the account of a main user': async () => ({
      parent_user_id: await world.addUser({ user_type: 'commercial' }),
    }),
  };

  test.each(Object.keys(ENDS) as (keyof typeof ENDS)[])(
    '%s is not charged again, and notified once',
    async (who) => {
      const { userId, id } = await subscribe(MONTHLY);
      await endUnusable();
      expect(await atPaypal(id)).toBe('active');
      world.mails.splice(0);
      await change(userId, await ENDS[who]());
      await endUnusable();
      await world.work();
      await endUnusable();
      expect(await atPaypal(id)).toBe('cancelled');
      expect(subjects()).toEqual(['your subscription is cancelled']);
      expect(world.mails[0]?.text).toContain('your account cannot use it any more');
      expect(world.mails[0]?.text).not.toContain('You have access until');
      expect(await recorded(userId)).toEqual([
        { reason: 'The account cannot use a subscription.' },
      ]);
    },
  );

  test('a provider that does not cancel is asked again every quarter of an hour', async () => {
    const { userId, id } = await subscribe(MONTHLY);
    await change(userId, { access_revoked: true });
    world.paypal.setFault('500');
    await endUnusable();
    world.paypal.setFault('none');
    expect(await atPaypal(id)).toBe('active');
    world.addTime(15 * MINUTE - 1);
    await endUnusable();
    expect(await atPaypal(id)).toBe('active');
    world.addTime(1);
    await endUnusable();
    expect(await atPaypal(id)).toBe('cancelled');
  });

  test('subscriptions unknown to their provider are left to the nightly comparison', async () => {
    const { userId } = await subscribe(MONTHLY);
    const { paypal } = world.billing.payments.providers;
    if (!paypal) throw new Error('PayPal is missing');
    paypal.readSubscription = async () => null;
    await world.run('billing.reconcile');
    const cancelling = vi.spyOn(paypal, 'cancelSubscription');
    await change(userId, { access_revoked: true });
    await endUnusable();
    expect(cancelling).not.toHaveBeenCalled();
  });

  test('an approval that comes too late to be used is cancelled, and nothing begins', async () => {
    const userId = await world.addUser();
    world.paypal.webhooks.hold();
    const id = await buy(userId, MONTHLY);
    await change(userId, { user_type: 'commercial' });
    expect(await confirm(userId, id)).toMatchObject({ status: 409 });
    expect(await atPaypal(id)).toBe('cancelled');
    expect((await world.see(userId)).subscription).toBeNull();
    expect(subjects()).toEqual(['your subscription could not begin']);
  });

  test('a sub-user is sold nothing, and reads why', async () => {
    const parent = await world.addUser({ user_type: 'commercial' });
    const userId = await world.addUser({ parent_user_id: parent });
    expect(await ask(userId, MONTHLY)).toMatchObject({
      status: 409,
      body: {
        message:
          'You share the account of a main user: a plan of your own would give you nothing more.',
      },
    });
  });
});
