import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../db/testing/test-database.ts';
import { ENDPOINTS, goodParts, pathOf } from './testing/endpoints.ts';
import type { Cast } from './testing/expectations.ts';
import { addAccount, keepCharts, openSessionOf } from './testing/people.ts';
import { type AppWorld, startApp } from './testing/start-app.ts';

/** Internal details that no answer may contain. */
const INSIDES =
  /select |insert |update |relation|schema|\bpool\b|kysely|pglite|postgres|ECONN|\.ts\b|node_modules| {4}at /i;

const CALLS = ENDPOINTS.map((endpoint) => ({ name: endpoint.name, endpoint }));

describe.each(USUAL_KINDS)('C56: with everything that is stored out of reach, on %s', (kind) => {
  let world: AppWorld;
  let cast: Cast;
  let token: string;
  beforeAll(async () => {
    world = await startApp(kind);
    const id = await addAccount(world, { is_super_admin: true, user_type: 'commercial' });
    const session = await openSessionOf(world, id);
    token = session.token;
    const kept = await keepCharts(world, id);
    const own = { id, sessionId: session.sessionId, ...kept };
    cast = { own, other: own, newEmail: 'nobody@example.org' };
    // The caller is known by memory; whatever is looked up after that fails.
    await world.app.inject({ url: '/api/users', headers: { authorization: `Bearer ${token}` } });
    await sql`alter schema public rename to out_of_reach`.execute(world.context.db);
  });
  afterAll(() => world.close());

  test.each(CALLS)('$name reports a failure without its cause', async ({ endpoint }) => {
    const { params, query, body } = goodParts(endpoint, cast);
    const answer = await world.app.inject({
      method: endpoint.method,
      url: pathOf(endpoint, params),
      headers: { 'sec-fetch-site': 'same-origin', authorization: `Bearer ${token}` },
      ...(query ? { query } : {}),
      ...(body ? { payload: body } : {}),
    });
    expect(answer.body).not.toMatch(INSIDES);
    if (answer.statusCode < 500) return;
    const { requestId, code } = answer.json();
    expect(requestId).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
    expect(['INTERNAL', 'UNAVAILABLE', 'FEED_UNAVAILABLE']).toContain(code);
    const logged = world.logged.filter((line) => line.includes(`"${requestId}"`));
    expect(logged.join()).toContain('"stack"');
  });
});
