import { approveUser, getAccount, getHistory, getSummary, getSymbol } from '@moneytrail/contract';
import * as fc from 'fast-check';
import type { Updateable } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../db/index.ts';
import { USUAL_KINDS } from '../db/testing/test-database.ts';
import { spelling } from '../modules/access/testing/spellings.ts';
import { pathOf } from './testing/endpoints.ts';
import { addAccount, addEverybody, type Kind, openSessionOf } from './testing/people.ts';
import { type AppWorld, startApp } from './testing/start-app.ts';

/** Within this time a change made by another process counts. */
const SOON_MS = 10_000;
const AAPL = 'e=FMP&fsym=AAPL&resolution=1D';

type AccountKind = Exclude<Kind, 'anonymous'>;
type Columns = Updateable<Database['users']>;

const ASKS = {
  'their account': { method: 'GET', url: getAccount.path },
  'a stock': { method: 'GET', url: `${getHistory.path}?${AAPL}&fromTs=0&toTs=86400` },
  'a summary': { method: 'GET', url: `${getSummary.path}?${AAPL}` },
  "an administrator's call": { method: 'PATCH', url: pathOf(approveUser, { id: 'nobody' }) },
} as const;
type Ask = keyof typeof ASKS;

describe.each(USUAL_KINDS)('C22: rights that another process changes, on %s', (database) => {
  let world: AppWorld;
  beforeAll(async () => {
    world = await startApp(database);
  });
  afterAll(() => world.close());

  const statusOf = async (ask: Ask, token: string) => {
    const headers = { authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin' };
    return (await world.app.inject({ ...ASKS[ask], headers })).statusCode;
  };
  const change = (id: string, columns: Columns) =>
    world.context.db.updateTable('users').set(columns).where('id', '=', id).execute();

  test.each<
    [what: string, kind: AccountKind, columns: Columns, ask: Ask, now: number, then: number]
  >([
    ['approval', 'retail paid', { is_approved: false }, 'their account', 200, 401],
    ['access', 'commercial', { access_revoked: true }, 'their account', 200, 401],
    ['the account', 'commercial', { deleted_at_ms: 1 }, 'their account', 200, 401],
    ['the seat', 'sub-user', { seat_suspended_by_parent: true }, 'their account', 200, 401],
    ['the role', 'super admin', { is_super_admin: false }, "an administrator's call", 404, 403],
    ['a new role', 'retail paid', { is_super_admin: true }, "an administrator's call", 403, 404],
    ['the payment', 'commercial', { has_paid: false }, 'a stock', 200, 403],
    ['the type', 'retail paid', { user_type: 'commercial' }, 'a stock', 200, 403],
    ['the override', 'retail unpaid', { has_subscription_override: true }, 'a stock', 403, 200],
    ['the flag of a feed', 'commercial', { is_fmp_allowed: false }, 'a stock', 200, 403],
    ['the permission', 'commercial', { is_detailed_summary_allowed: false }, 'a summary', 200, 403],
  ])('%s of a %s count within ten seconds', async (_what, kind, columns, ask, now, then) => {
    const id = (await addEverybody(world))[kind];
    const { token } = await openSessionOf(world, id);
    expect(await statusOf(ask, token)).toBe(now);
    await change(id, columns);
    world.addMs(SOON_MS);
    expect(await statusOf(ask, token)).toBe(then);
  });

  test('the payment and the rights of a main account count for its sub-users as soon', async () => {
    const everybody = await addEverybody(world);
    const { parent_user_id } = await world.context.db
      .selectFrom('users')
      .select('parent_user_id')
      .where('id', '=', everybody['sub-user'])
      .executeTakeFirstOrThrow();
    const { token } = await openSessionOf(world, everybody['sub-user']);
    const seen = async () => [await statusOf('a stock', token), await statusOf('a summary', token)];
    expect(await seen()).toEqual([200, 200]);
    await change(parent_user_id ?? '', { is_detailed_summary_allowed: false });
    world.addMs(SOON_MS);
    expect(await seen()).toEqual([200, 403]);
    await change(parent_user_id ?? '', { has_paid: false });
    world.addMs(SOON_MS);
    expect(await seen()).toEqual([403, 403]);
  });

  test('a subscription that ends counts as soon', async () => {
    const id = (await addEverybody(world))['retail paid'];
    const { token } = await openSessionOf(world, id);
    expect(await statusOf('a stock', token)).toBe(200);
    await world.context.db
      .updateTable('subscriptions')
      .set({ is_active: false })
      .where('user_id', '=', id)
      .execute();
    world.addMs(SOON_MS);
    expect(await statusOf('a stock', token)).toBe(403);
  });

  test('C41: no spelling opens another instrument to a restricted user', async () => {
    const { token } = await openSessionOf(world, await addAccount(world));
    const headers = { authorization: `Bearer ${token}` };
    await fc.assert(
      fc.asyncProperty(spelling, async (symbol) => {
        const answer = await world.app.inject({ url: getSymbol.path, query: { symbol }, headers });
        if (answer.statusCode === 200) expect(answer.json().ticker).toBe('FMP:BTC/USD');
        else expect([400, 403, 404]).toContain(answer.statusCode);
      }),
    );
  });
});
