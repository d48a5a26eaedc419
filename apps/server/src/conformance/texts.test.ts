import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANY_KIND } from '../db/testing/test-database.ts';
import { type AnyEndpoint, ENDPOINTS, goodParts, pathOf } from './testing/endpoints.ts';
import type { Cast, Parts } from './testing/expectations.ts';
import { addAccount, keepCharts, openSessionOf } from './testing/people.ts';
import { type AppWorld, startApp } from './testing/start-app.ts';

/** Endpoints with the names of their texts, as far as a good request has them. */
const endpoints = ENDPOINTS.map((endpoint) => ({ name: endpoint.name, endpoint }));
/** Texts that nothing of ours can keep as they are sent. */
const UNSTORABLE = ['\ud800', '\udc00', '\u0000'];

describe('C72: unpaired surrogates and NUL', () => {
  let world: AppWorld;
  let cast: Cast;
  let token: string;
  beforeAll(async () => {
    world = await startApp(ANY_KIND);
    const admin = await addAccount(world, { is_super_admin: true, user_type: 'commercial' });
    const session = await openSessionOf(world, admin);
    const kept = await keepCharts(world, admin);
    const own = { id: admin, sessionId: session.sessionId, ...kept };
    cast = { own, other: own, newEmail: 'text@example.org' };
    token = session.token;
  });
  afterAll(() => world.close());

  const send = (endpoint: AnyEndpoint, { params, query, body }: Parts) =>
    world.app.inject({
      method: endpoint.method,
      url: pathOf(endpoint, params),
      headers: {
        'sec-fetch-site': 'same-origin',
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(query ? { query } : {}),
      ...(body ? { payload: JSON.stringify(body) } : {}),
    });

  test.each(endpoints)('are refused in every text of $name', async ({ endpoint }) => {
    const good = goodParts(endpoint, cast);
    for (const sign of UNSTORABLE) {
      for (const [field, value] of Object.entries(good.body ?? {})) {
        if (typeof value !== 'string') continue;
        const body = { ...good.body, [field]: value + sign };
        expect([field, (await send(endpoint, { ...good, body })).statusCode]).toEqual([field, 400]);
      }
    }
    // Half a pair has no form in an address: only NUL can be sent there.
    for (const field of Object.keys(good.query ?? {})) {
      const query = { ...good.query, [field]: `${good.query?.[field]}\u0000` };
      expect([field, (await send(endpoint, { ...good, query })).statusCode]).toEqual([field, 400]);
    }
    for (const field of Object.keys(good.params ?? {})) {
      const params = { ...good.params, [field]: `${good.params?.[field]}%00` };
      expect([field, (await send(endpoint, { ...good, params })).statusCode]).toEqual([field, 400]);
    }
  });
});
