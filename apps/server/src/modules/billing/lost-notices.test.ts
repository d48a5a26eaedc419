import { afterEach, describe, expect, test, vi } from 'vitest';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { buyersOf } from './testing/buyers.ts';
import {
  beforeEachBilling,
  DAY,
  LEMON_MONTHLY,
  MONTHLY,
  type TestBilling,
} from './testing/start-billing.ts';

const LEMON_YEARLY = 'lemon-1002';
/** Longer than Lemon Squeezy retries a notice. */
const LOST_MS = 4 * 60_000;

describe.each(USUAL_KINDS)('a purchase all of whose notices are lost, on %s', (kind) => {
  let world: TestBilling;
  beforeEachBilling(kind, (opened) => {
    world = opened;
    world.lemon.webhooks.setUrl(null);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const { ask, buy } = buyersOf(() => world);
  const look = () => world.run('billing.settle-open');
  const compare = () => world.run('billing.reconcile');
  const hasAccess = async (userId: string) => (await world.see(userId)).hasAccess;
  const rows = () =>
    world.db.selectFrom('provider_subscriptions').select(['user_id', 'provider_id']).execute();

  const askYearly = (userId: string) => ask(userId, LEMON_YEARLY);
  const askMonthly = (userId: string) => ask(userId, LEMON_MONTHLY);

  /** Pays what was asked for, under the address of the account or another one. */
  async function pay(asked: Awaited<ReturnType<typeof ask>>, email?: string): Promise<string> {
    expect(await world.lemon.decide(asked.body.approve, 'pay', email)).toBe(true);
    return (await world.lemon.subscriptionIds()).at(-1) ?? '';
  }

  /** Has Lemon Squeezy's notices arrive, and every job that applies one given up. */
  async function giveUpNotices(): Promise<void> {
    world.lemon.webhooks.setUrl(`${world.url}/api/webhooks/lemonsqueezy`);
    await world.lemon.webhooks.idle();
    world.waiting.splice(0);
  }

  test('is settled by the next look, once Lemon Squeezy sends them no more', async () => {
    const [userId, bystander] = [await world.addUser(), await world.addUser()];
    await askMonthly(bystander);
    const id = await pay(await askMonthly(userId));
    await look();
    expect(await hasAccess(userId)).toBe(false);
    world.addTime(LOST_MS);
    await look();
    expect(await world.see(userId)).toMatchObject({
      hasAccess: true,
      subscription: { provider: 'lemon', lemonStatus: 'active', isActive: true },
    });
    expect(await hasAccess(bystander)).toBe(false);
    expect(await rows()).toHaveLength(2);
    expect(await rows()).toContainEqual({ user_id: userId, provider_id: id });
  });

  test('is found once, also when a notice of it comes after all', async () => {
    const userId = await world.addUser();
    await pay(await askMonthly(userId));
    world.addTime(LOST_MS);
    await look();
    await look();
    world.lemon.webhooks.setUrl(`${world.url}/api/webhooks/lemonsqueezy`);
    await world.work();
    await compare();
    expect(await rows()).toHaveLength(1);
    expect(world.mails.map(({ subject }) => subject)).toEqual([
      'Moneytrail: your subscription is active',
      'Moneytrail: your receipt MT-000001',
    ]);
  });

  test('is its buyer’s, however the address is written', async () => {
    const userId = await world.addUser({ username: 'somebody@example.com' });
    await pay(await askMonthly(userId), 'Somebody@Example.com');
    world.addTime(LOST_MS);
    await look();
    expect(await hasAccess(userId)).toBe(true);
  });

  test('each of several is its own buyer’s', async () => {
    const buyers = [await world.addUser(), await world.addUser()];
    const ids: string[] = [];
    for (const userId of buyers) ids.push(await pay(await askMonthly(userId)));
    world.addTime(LOST_MS);
    await look();
    expect(
      (await rows()).toSorted((a, b) => Number(a.provider_id) - Number(b.provider_id)),
    ).toEqual(buyers.map((user_id, at) => ({ user_id, provider_id: ids[at] })));
    for (const userId of buyers) expect(await hasAccess(userId)).toBe(true);
  });

  test('is unclaimed if its address has no account, and an alarm each night', async () => {
    const userId = await world.addUser();
    const id = await pay(await askMonthly(userId), 'another@example.com');
    const alarm = vi.spyOn(world.billing.log, 'error');
    world.addTime(LOST_MS);
    await look();
    expect(alarm).not.toHaveBeenCalled();
    await compare();
    expect(alarm).toHaveBeenCalledExactlyOnceWith(
      { subscriptions: [id] },
      'NOBODY HERE IS KNOWN TO HAVE BOUGHT WHAT WAS SOLD',
    );
    expect(await hasAccess(userId)).toBe(false);
  });

  test('does not belong to a user who requested another plan, or later, or none', async () => {
    const [owner, otherPlan, later, never] = [
      await world.addUser(),
      await world.addUser({ username: 'plan@example.com' }),
      await world.addUser({ username: 'later@example.com' }),
      await world.addUser({ username: 'never@example.com' }),
    ];
    await askYearly(otherPlan);
    await pay(await askMonthly(owner), 'plan@example.com');
    await pay(await askMonthly(owner), 'later@example.com');
    await pay(await askMonthly(owner), 'never@example.com');
    world.addTime(LOST_MS);
    await askMonthly(later);
    await look();
    for (const userId of [owner, otherPlan, later, never]) {
      expect(await hasAccess(userId)).toBe(false);
    }
  });

  test('belongs to the user in a stored notice whose job was given up, whatever the address', async () => {
    const owner = await world.addUser();
    const named = await world.addUser({ username: 'named@example.com' });
    await askMonthly(named);
    await pay(await askMonthly(owner), 'named@example.com');
    await giveUpNotices();
    world.addTime(LOST_MS);
    await look();
    expect(await hasAccess(owner)).toBe(true);
    expect(await hasAccess(named)).toBe(false);
  });

  test('is found beside another that cannot be settled', async () => {
    const [first, second] = [await world.addUser(), await world.addUser()];
    const id = await pay(await askMonthly(first));
    await giveUpNotices();
    world.lemon.webhooks.setUrl(null);
    await pay(await askMonthly(second));
    world.lemon.setFault('500', 0, new RegExp(`^/v1/subscriptions/${id}$`));
    world.addTime(LOST_MS);
    await look();
    expect(await hasAccess(first)).toBe(false);
    expect(await hasAccess(second)).toBe(true);
  });

  test('is found after an outage of two days', async () => {
    const userId = await world.addUser();
    await pay(await askMonthly(userId));
    world.addTime(2 * DAY);
    await look();
    expect(await hasAccess(userId)).toBe(true);
  });

  test('holds up no other provider while Lemon Squeezy is away', async () => {
    const [userId, other] = [await world.addUser(), await world.addUser()];
    await pay(await askMonthly(userId));
    world.paypal.webhooks.hold();
    await buy(other, MONTHLY);
    world.addTime(LOST_MS);
    world.lemon.setFault('500');
    await look();
    expect(await hasAccess(other)).toBe(true);
    world.lemon.setFault('none');
    await look();
    expect(await hasAccess(userId)).toBe(true);
  });
});
