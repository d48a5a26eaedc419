import { afterEach, describe, expect, test, vi } from 'vitest';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { buyersOf } from './testing/buyers.ts';
import {
  beforeEachBilling,
  HOUR,
  LEMON_MONTHLY,
  MONTHLY,
  type TestBilling,
} from './testing/start-billing.ts';

const isLong = process.env.TEST_LONG === 'true';
/** How often a notice comes at once. */
const TIMES = isLong ? 100 : 20;
/** Orders in which the notices of a subscription come. */
const ORDERS = isLong ? 20 : 6;
const PROVIDERS = ['paypal', 'lemon'] as const;
type Provider = (typeof PROVIDERS)[number];
type Notice = { url: string; headers: Record<string, string>; body: string };

const realFetch = globalThis.fetch;

/** Numbers from 0 to 1, the same for one seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), state | 1) + 0x6d2b79f5) | 0;
    return ((state ^ (state >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe.each(USUAL_KINDS)('notices that come often, late or in disorder, on %s', (kind) => {
  let world: TestBilling;
  beforeEachBilling(kind, (opened) => {
    world = opened;
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const { ask, buy, subjects, statesOf } = buyersOf(() => world);

  /** Stops delivery from now on; the notices sent, in order. */
  function intercept(): Notice[] {
    const caught: Notice[] = [];
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const url = String(input);
      if (!url.startsWith(`${world.url}/api/webhooks/`)) return realFetch(input, init);
      const headers = Object.fromEntries(new Headers(init?.headers));
      caught.push({ url, headers, body: String(init?.body) });
      return new Response(null, { status: 503 });
    });
    return caught;
  }
  const send = async ({ url, headers, body }: Notice) =>
    (await realFetch(url, { method: 'POST', headers, body })).status;
  const sent = () => Promise.all([world.paypal.webhooks.idle(), world.lemon.webhooks.idle()]);

  /** A new user who pays, with the result at the provider. */
  async function purchase(provider: Provider): Promise<{ userId: string; id: string }> {
    const userId = await world.addUser();
    if (provider === 'paypal') return { userId, id: await buy(userId, MONTHLY) };
    const { body } = await ask(userId, LEMON_MONTHLY);
    await world.lemon.decide(body.approve, 'pay');
    return { userId, id: (await world.lemon.subscriptionIds()).at(-1) ?? '' };
  }
  const cancelAt = (provider: Provider, id: string) =>
    world.billing.payments.providers[provider]?.cancelSubscription(id, 'by the buyer, there');

  test.each(PROVIDERS)(
    'C48: every notice of %s many times, at once, has one effect',
    async (provider) => {
      const notices = intercept();
      const { userId, id } = await purchase(provider);
      const effects = async () => {
        await sent();
        const fresh = notices.splice(0);
        expect(fresh.length).toBeGreaterThan(0);
        for (const notice of fresh) {
          const statuses = await Promise.all(Array.from({ length: TIMES }, () => send(notice)));
          expect(new Set(statuses)).toEqual(new Set([200]));
        }
        await world.work();
        const payments = await world.db.selectFrom('payments').select('state').execute();
        return { told: subjects(), states: await statesOf(), payments: payments.length };
      };
      const begun = {
        told: ['your subscription is active', 'your receipt MT-000001'],
        states: ['active'],
        payments: 1,
      };
      expect(await effects()).toEqual(begun);
      expect((await world.see(userId)).hasAccess).toBe(true);
      await world[provider].move(id, 'paymentFailed');
      const failed = await effects();
      expect(failed.told).toEqual([...begun.told, 'a payment did not go through']);
      expect(failed.states).toEqual(['active', 'past-due']);
      world.addTime(HOUR);
      await world[provider].move(id, 'paymentSucceeded');
      const paid = await effects();
      expect(paid.states).toEqual(['active', 'past-due', 'active']);
      const receipts = paid.told.slice(failed.told.length);
      expect(receipts).toEqual([expect.stringMatching(/^your receipt MT-/)]);
      await world[provider].move(id, 'refunded');
      const refunded = await effects();
      // Only what access lasts for has changed.
      const told = [...paid.told, expect.stringMatching(/^your refund, receipt MT-/)];
      expect(refunded).toEqual({ ...paid, told, states: [...paid.states, 'active'] });
      const states = await world.db.selectFrom('payments').select('state').execute();
      expect(states.filter(({ state }) => state === 'refunded')).toHaveLength(1);
      await cancelAt(provider, id);
      expect(await effects()).toEqual({
        told: [...refunded.told, 'your subscription is cancelled'],
        states: [...refunded.states, 'cancelled'],
        payments: provider === 'paypal' ? 3 : 2,
      });
      expect((await world.see(userId)).hasAccess).toBe(true);
    },
  );

  test.each(PROVIDERS)('C48: a notice of %s with one byte changed is refused', async (provider) => {
    const notices = intercept();
    await purchase(provider);
    await sent();
    for (const notice of notices) {
      const at = notice.body.indexOf('"id":"') + 6;
      const other = notice.body[at] === 'A' ? 'B' : 'A';
      const body = notice.body.slice(0, at) + other + notice.body.slice(at + 1);
      expect(await send({ ...notice, body })).toBe(400);
    }
    expect(await world.db.selectFrom('webhook_events').select('key').execute()).toEqual([]);
    const statuses = await Promise.all(notices.map(send));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test.each(PROVIDERS)(
    'C48: the order and delay of notices from %s do not change the result',
    async (provider) => {
      const notices = intercept();
      const ends = new Set<string>();
      for (let order = 1; order <= ORDERS; order += 1) {
        const random = seeded(order);
        /** Some of what was sent arrives. */
        const arrive = async (share: number) => {
          await sent();
          for (const notice of notices.toSorted(() => random() - 0.5)) {
            if (random() > share) continue;
            notices.splice(notices.indexOf(notice), 1);
            await send(notice);
          }
          await world.work();
        };
        const { userId, id } = await purchase(provider);
        await arrive(0.3);
        if (provider === 'paypal') await world.paypal.move(id, 'suspended');
        else await world.lemon.move(id, 'paused');
        await arrive(0.3);
        if (provider === 'paypal') await world.paypal.move(id, 'reactivated');
        else await world.lemon.move(id, 'unpaused');
        await arrive(0.3);
        await cancelAt(provider, id);
        await arrive(1);
        ends.add(JSON.stringify(await world.see(userId)));
      }
      expect([...ends]).toHaveLength(1);
      expect(JSON.parse([...ends][0] ?? '')).toMatchObject({
        hasAccess: true,
        subscription: { isActive: true, renewsAt: null, endDate: '2026-04-02T10:00:00.000Z' },
      });
    },
  );

  test('a subscription paid and cancelled before the first notice lasts its period; one that may not begin does not', async () => {
    intercept();
    const { userId, id } = await purchase('paypal');
    await cancelAt('paypal', id);
    await world.run('billing.settle-open');
    expect((await world.see(userId)).hasAccess).toBe(true);
    expect(subjects()).toEqual(['your subscription is cancelled', 'your receipt MT-000001']);
    const other = await purchase('paypal');
    await world.db
      .updateTable('provider_subscriptions')
      .set({ amount_cents: 1 })
      .where('user_id', '=', other.userId)
      .execute();
    await cancelAt('paypal', other.id);
    await world.run('billing.settle-open');
    expect((await world.see(other.userId)).hasAccess).toBe(false);
    expect(subjects().slice(2)).toEqual(['your subscription could not begin']);
  });
});
