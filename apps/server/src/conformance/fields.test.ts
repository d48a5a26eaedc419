import * as contract from '@moneytrail/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../db/testing/test-database.ts';
import { leastTime, threadMs } from '../testing/least-time.ts';
import {
  type AnyEndpoint,
  ENDPOINTS,
  fieldsOf,
  goodParts,
  mostBytesIn,
  pathOf,
} from './testing/endpoints.ts';
import type { Cast, Parts } from './testing/expectations.ts';
import { addAccount, keepCharts, openSessionOf } from './testing/people.ts';
import { type AppWorld, startApp } from './testing/start-app.ts';

const LIST = [1];
/** Values that fit no field of any type. */
const MISFITS = [{ nested: 1 }, LIST, 1.5, null];
/** Fields of which one of them means something: an empty value, a price, or a list of numbers. */
const FITTING: Readonly<Record<string, (typeof MISFITS)[number]>> = {
  tradingViewUsername: null,
  invite: null,
  startDate: null,
  endDate: null,
  open: 1.5,
  high: 1.5,
  low: 1.5,
  close: 1.5,
  ids: LIST,
  untilMs: null,
  hours: null,
  sound: null,
  colour: null,
  drawing: null,
};
/** One character repeated up to the limit of a body, at most 50,000 times. */
const HOSTILE = [' ', 'a', '@', '.', '\u0000', '\u0301', '(', '%'].map((sign) => {
  const bytes = Buffer.byteLength(JSON.stringify(sign)) - 2;
  return sign.repeat(Math.min(50_000, Math.floor(62_000 / bytes)));
});

/** Answers to what is right; the second save upon one revision is refused for that. */
const TAKEN = [200, 204, 409];

const named = (endpoints: readonly AnyEndpoint[]) =>
  endpoints.map((endpoint) => ({ name: endpoint.name, endpoint }));
/** Signed bytes are read by who knows their sender's words. */
const WITH_BODY = named(
  ENDPOINTS.filter(({ body, bodyKind }) => body !== undefined && bodyKind !== 'raw'),
);
const WITH_LONG_FIELD = WITH_BODY.flatMap(({ name, endpoint }) =>
  fieldsOf(endpoint.body).flatMap((field) => {
    const mostBytes = mostBytesIn(endpoint.body, field);
    return mostBytes === null ? [] : [{ name, endpoint, field, mostBytes }];
  }),
);
const WITH_QUERY = named(ENDPOINTS.filter(({ query }) => query !== undefined));

test('C32: the fields of every schema are known to this test', () => {
  for (const { endpoint } of WITH_BODY) expect(fieldsOf(endpoint.body)).not.toEqual([]);
  for (const { endpoint } of WITH_QUERY) expect(fieldsOf(endpoint.query)).not.toEqual([]);
});

describe.each(USUAL_KINDS)('fields of requests, on %s', (kind) => {
  let world: AppWorld;
  let cast: Cast;
  let token: string;
  let userFields: string[];
  const retail = { id: '', token: '' };
  beforeAll(async () => {
    world = await startApp(kind);
    const admin = await addAccount(world, { is_super_admin: true, user_type: 'commercial' });
    const session = await openSessionOf(world, admin);
    const kept = await keepCharts(world, admin);
    const own = { id: admin, sessionId: session.sessionId, ...kept };
    cast = { own, other: own, newEmail: 'field@example.org' };
    token = session.token;
    retail.id = await addAccount(world);
    retail.token = (await openSessionOf(world, retail.id)).token;
    const columns = await sql<{ column_name: string }>`
      select column_name from information_schema.columns where table_name = 'users'
    `.execute(world.context.db);
    userFields = [
      ...fieldsOf(contract.account),
      ...columns.rows.map(({ column_name }) => column_name),
      'role',
      'constructor',
    ];
  });
  afterAll(() => world.close());

  const send = (endpoint: AnyEndpoint, { params, query, body }: Parts, bearer = token) =>
    world.app.inject({
      method: endpoint.method,
      url: pathOf(endpoint, params),
      headers: { 'sec-fetch-site': 'same-origin', authorization: `Bearer ${bearer}` },
      ...(query ? { query } : {}),
      ...(body ? { payload: body } : {}),
    });
  /** The accounts but those of the demo, for which a job buys a plan at some moment after the start. */
  const everyRow = async () => ({
    users: await world.context.db
      .selectFrom('users')
      .where('is_demo', '=', false)
      .selectAll()
      .orderBy('id')
      .execute(),
    sessions: await world.context.db.selectFrom('sessions').selectAll().orderBy('id').execute(),
  });
  /** Failures by the value sent; empty if each was refused with the name of its field. */
  async function expectRefused(
    endpoint: AnyEndpoint,
    wrong: readonly (readonly [field: string, parts: Parts])[],
    bearer?: string,
  ) {
    const before = await everyRow();
    for (const [field, parts] of wrong) {
      const answer = await send(endpoint, parts, bearer);
      const { message, Message = message } = answer.json();
      expect([field, answer.statusCode, Message]).toEqual([
        field,
        400,
        // Or by the name of its part.
        expect.stringMatching(new RegExp(`^${field}(\\.\\w+)*(: | is missing(;|$))`)),
      ]);
    }
    expect(await everyRow()).toEqual(before);
  }

  test.each(WITH_BODY)(
    'C32: each wrong field of $name is refused by name',
    async ({ endpoint }) => {
      const good = goodParts(endpoint, cast);
      const wrong = fieldsOf(endpoint.body).flatMap((field) =>
        MISFITS.filter((value) => !(field in FITTING) || value !== FITTING[field]).map(
          (value) => [field, { ...good, body: { ...good.body, [field]: value } }] as const,
        ),
      );
      await expectRefused(endpoint, wrong);
    },
  );

  test.each(WITH_QUERY)(
    'C32: each wrong field of $name is refused by name',
    async ({ endpoint }) => {
      const good = goodParts(endpoint, cast);
      const long = 'x'.repeat(500);
      const wrong = fieldsOf(endpoint.query).map(
        (field) => [field, { ...good, query: { ...good.query, [field]: long } }] as const,
      );
      await expectRefused(endpoint, wrong);
    },
  );

  test.each(named(ENDPOINTS))(
    'C32: $name takes no field it does not know',
    async ({ endpoint }) => {
      const good = goodParts(endpoint, cast);
      const parts: (readonly [string, Parts])[] = [
        ['mascot', { ...good, query: { ...good.query, mascot: 'bull' } }],
      ];
      if (endpoint.method !== 'GET' && endpoint.bodyKind !== 'raw') {
        parts.push(['mascot', { ...good, body: { ...good.body, mascot: 'bull' } }]);
      }
      await expectRefused(endpoint, parts);
    },
  );

  test('C32: a registration cannot set internal fields', async () => {
    const good = goodParts(contract.register, cast);
    const foreign = userFields.filter((field) => !fieldsOf(contract.register.body).includes(field));
    expect(foreign.length).toBeGreaterThan(40);
    await expectRefused(
      contract.register,
      foreign.map((field) => [field, { body: { ...good.body, [field]: true } }]),
    );
  });

  test('C32: users can change only their own phone', async () => {
    const own = ['phone', 'phoneCountry'];
    const good = { params: { id: retail.id }, body: { phone: '082 123 4567', phoneCountry: 'ZA' } };
    const foreign = userFields.filter((field) => !own.includes(field));
    const right = new Map<string, unknown>([
      ['userType', 'commercial'],
      ['maxSeats', 9],
    ]);
    await expectRefused(
      contract.updateUser,
      foreign.map((field) => [
        field,
        { ...good, body: { ...good.body, [field]: right.get(field) ?? 'x' } },
      ]),
      retail.token,
    );
  });

  /** Sends one text in a field and resolves to the status; fails if parsing takes too long. */
  async function sendAtOnce(endpoint: AnyEndpoint, field: string, text: string) {
    const good = goodParts(endpoint, cast);
    const parts = { ...good, body: { ...good.body, [field]: text } };
    let status = 0;
    const ask = async () => {
      status = (await send(endpoint, parts)).statusCode;
    };
    // Other callers wait for the serving thread, not for the database.
    const tookMs = await leastTime(250, 5, ask, threadMs);
    expect(tookMs).toBeLessThan(250);
    return status;
  }

  test.each(WITH_BODY)(
    'C33: 50 KB in any field of $name are read at once',
    async ({ endpoint }) => {
      for (const field of fieldsOf(endpoint.body)) {
        const mostBytes = mostBytesIn(endpoint.body, field);
        for (const text of HOSTILE) {
          const isTaken = mostBytes !== null && contract.isStorable(text);
          const status = await sendAtOnce(endpoint, field, text);
          const right = isTaken ? TAKEN : [400];
          expect([field, status]).toEqual([field, expect.toBeOneOf(right)]);
        }
      }
    },
  );

  test.each(WITH_LONG_FIELD)(
    'C33: $field of $name takes what the contract allows, and more is refused at once',
    async ({ endpoint, field, mostBytes }) => {
      const most = 'é'.repeat(Math.floor(mostBytes / 2));
      expect(TAKEN).toContain(await sendAtOnce(endpoint, field, most));
      expect(await sendAtOnce(endpoint, field, `${most}é`)).toBe(413);
    },
  );
});
