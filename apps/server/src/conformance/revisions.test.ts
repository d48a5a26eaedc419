import {
  type ExchangeName,
  getUser,
  listExchangeInstruments,
  updateImportedInstrument,
  updateUser,
} from '@moneytrail/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../db/testing/test-database.ts';
import { changeUser, type NewUser } from '../modules/accounts/profile/user-store.ts';
import { showImported, storeImported } from '../modules/catalogue/index.ts';
import { type AnyEndpoint, ENDPOINTS, fieldsOf } from './testing/endpoints.ts';
import { addAccount, openSessionOf } from './testing/people.ts';
import { type AppWorld, startApp } from './testing/start-app.ts';

/** A change by each endpoint, and the account that it fits. */
const CHANGES: Record<string, { seed?: Partial<NewUser>; body: Record<string, unknown> }> = {
  approveUser: { seed: { is_approved: false }, body: {} },
  rejectUser: { seed: { is_approved: false }, body: { reason: 'Unknown firm' } },
  setUserAccess: { body: { accessRevoked: true, reason: 'Resold' } },
  deleteUser: { body: { reason: 'Asked for it' } },
  restoreUser: { seed: { deleted_at_ms: 1 }, body: {} },
  setUserPayment: { body: { hasPaid: false, paymentDetails: 'Invoice 18' } },
  setUserOverride: { body: { hasSubscriptionOverride: true } },
  setUserPermission: { body: { isSuffixAllowed: true } },
  setUserFeedAccess: { body: { isBVGAllowed: false } },
  updateUser: { body: { maxSeats: 7, firstName: 'Anna' } },
};
const EXCHANGES: Record<string, ExchangeName> = {
  updateBvgInstruments: 'BVG',
  updateFmpSymbols: 'FMP',
  updateBitfinexSymbols: 'Bitfinex',
  updateTiingoSymbols: 'Tiingo',
};
/** Changes instruments of the exchange Imported, which has no toggles. */
const OF_IMPORTED = 'updateImportedInstrument';

const revising = ENDPOINTS.filter(({ revises }) => revises !== undefined);
const namesOf = (endpoints: readonly AnyEndpoint[]) => endpoints.map(({ name }) => name).toSorted();
const ofAccounts = revising.filter(({ revises }) => revises === 'user');
const ofExchanges = revising.filter(
  ({ revises, name }) => revises === 'exchange' && name !== OF_IMPORTED,
);

test('every call by which administrators change an account or an exchange names the revision that it saw', () => {
  const isOfAccount = ({ path, method }: AnyEndpoint) =>
    path.startsWith('/api/users/:id') && (method === 'PATCH' || method === 'DELETE');
  const changing = ENDPOINTS.filter(
    (endpoint) =>
      endpoint.access === 'superAdmin' &&
      endpoint.method !== 'GET' &&
      (isOfAccount(endpoint) || fieldsOf(endpoint.response).includes('revision')),
  );
  expect(namesOf(revising)).toEqual([...namesOf(changing), updateUser.name].toSorted());
  for (const { name, body } of revising) expect([name, ...fieldsOf(body)]).toContain('revision');
  expect(namesOf(ofAccounts)).toEqual(Object.keys(CHANGES).toSorted());
  expect(namesOf(ofExchanges)).toEqual(Object.keys(EXCHANGES).toSorted());
});

describe.each(USUAL_KINDS)('what several administrators change, on %s', (kind) => {
  let world: AppWorld;
  let token: string;
  beforeAll(async () => {
    world = await startApp(kind);
    const id = await addAccount(world, { user_type: 'commercial', is_super_admin: true });
    token = (await openSessionOf(world, id)).token;
  });
  afterAll(() => world.close());

  async function ask(endpoint: Pick<AnyEndpoint, 'method' | 'path'>, id: string, body?: object) {
    const answer = await world.app.inject({
      method: endpoint.method,
      url: endpoint.path.replace(':id', id),
      headers: { authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin' },
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: answer.statusCode, body: answer.json() };
  }
  const stored = (id: string) =>
    world.context.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  test.each(ofAccounts.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s takes nothing back that somebody else has changed',
    async (name, endpoint) => {
      const { seed = {}, body = {} } = CHANGES[name] ?? {};
      const id = await addAccount(world, seed);
      const { revision } = await stored(id);
      await changeUser(world.context.db, id, { payment_details: "Another's note" });
      const before = await stored(id);
      expect(before.revision).toBe(revision + 1);
      const refused = await ask(endpoint, id, { ...body, revision });
      expect([refused.status, refused.body.code]).toEqual([409, 'RECORD_CHANGED']);
      expect(await stored(id)).toEqual(before);
      const taken = await ask(endpoint, id, { ...body, revision: before.revision });
      expect(taken.status, JSON.stringify(taken.body)).toBe(200);
      const after = await stored(id);
      expect(after.revision).toBe(before.revision + 1);
      if (after.deleted_at_ms !== null) return;
      expect((await ask(getUser, id)).body.revision).toBe(after.revision);
      // A change to the present value conflicts with nothing.
      expect((await ask(endpoint, id, { ...body, revision })).status).toBe(200);
    },
  );

  test.each(ofExchanges.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s does not toggle an instrument that somebody else has toggled since',
    async (name, endpoint) => {
      const exchange = EXCHANGES[name];
      const read = async () => {
        const { body } = await ask(listExchangeInstruments, '');
        return body.exchanges.find((each: { exchange: string }) => each.exchange === exchange);
      };
      const codes = await world.context.db
        .selectFrom('instruments')
        .select('code')
        .where('exchange', '=', exchange ?? 'FMP')
        .where('is_enabled', '=', false)
        .where('vanished_at_ms', 'is', null)
        .limit(2)
        .execute();
      const [first = '', second = ''] = codes.map(({ code }) => code);
      expect(second).not.toBe('');
      const enable = (code: string) => ({
        codesToEnable: [exchange === 'BVG' ? { contract: code } : { code }],
      });
      const { revision } = await read();
      const toggled = await ask(endpoint, '', { ...enable(first), revision });
      expect(toggled.body.revision).toBe(revision + 1);
      const before = await read();
      const refused = await ask(endpoint, '', { codesToDisable: [first], revision });
      expect([refused.status, refused.body.code]).toEqual([409, 'RECORD_CHANGED']);
      expect(await read()).toEqual(before);
      expect((await ask(endpoint, '', { ...enable(second), revision })).status).toBe(200);
      const { revision: current } = await read();
      const both = { codesToDisable: [first, second], revision: current };
      expect((await ask(endpoint, '', both)).status).toBe(200);
    },
  );

  test(`${OF_IMPORTED} takes nothing back that somebody else has changed`, async () => {
    const { db } = world.context;
    const imported = { access: 'signedIn', finestResolution: '1D' } as const;
    const described = { description: 'Gold', type: 'commodity', marketHours: 'metals' } as const;
    for (const code of ['ONE', 'TWO']) {
      const id = await storeImported(db, { code, ...described, imported });
      await showImported(db, id, '1D');
    }
    const edit = (code: string, body: object) =>
      ask(
        { ...updateImportedInstrument, path: updateImportedInstrument.path.replace(':code', code) },
        '',
        body,
      );
    const first = await edit('ONE', { description: 'Gold, spot' });
    expect([first.status, first.body.revision]).toEqual([200, 1]);
    const stale = { type: 'forex', revision: 0 };
    const refused = await edit('ONE', stale);
    expect([refused.status, refused.body.code]).toEqual([409, 'RECORD_CHANGED']);
    // The other instrument is as it was seen, and equal values conflict with nothing.
    expect((await edit('TWO', stale)).status).toBe(200);
    expect((await edit('ONE', { description: 'Gold, spot', revision: 0 })).status).toBe(200);
    const { body } = await edit('ONE', { type: 'forex', revision: 2 });
    expect(body.enabled).toMatchObject([
      { code: 'ONE', description: 'Gold, spot', type: 'forex' },
      { code: 'TWO', description: 'Gold', type: 'forex' },
    ]);
    // An import that changes the access counts as a change too.
    await storeImported(db, {
      code: 'ONE',
      ...described,
      imported: { ...imported, access: 'BVG' },
    });
    expect((await edit('ONE', { access: 'FMP', revision: 3 })).status).toBe(409);
  });
});
