import { createStreamTicket, getHistory, getQuotes } from '@moneytrail/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASE_KINDS, USUAL_KINDS } from '../db/testing/test-database.ts';
import { eventually } from '../modules/live/testing/eventually.ts';
import { openStream } from '../modules/live/testing/stream-client.ts';
import { type AnyEndpoint, ENDPOINTS, expectationsOf, pathOf } from './testing/endpoints.ts';
import type { Cast, Expectation } from './testing/expectations.ts';
import {
  addAccount,
  addEverybody,
  KINDS,
  type Kind,
  keepCharts,
  openChallengeOf,
  openSessionOf,
} from './testing/people.ts';
import { anybody, fullTier, PASSES, type Policy, signedIn } from './testing/policies.ts';
import { type AppWorld, startApp } from './testing/start-app.ts';

/** Endpoints of saved charts and templates; others need none. */
const ABOUT_CHARTS = /^\/api\/(?:templates?|layouts|shared-layouts)\b/;
/** Below the life of an access token. */
const SESSION_MS = 120_000;
const NO_CHARTS = { layoutId: '1', shareToken: 'none' };

/** Each question that is put to everybody. */
const CASES = ENDPOINTS.flatMap((endpoint) =>
  expectationsOf(endpoint).map((expectation) => ({
    name: endpoint.name,
    what: expectation.what,
    endpoint,
    expectation,
  })),
);

test('C40: every endpoint has an expected outcome for every kind of caller', () => {
  const silent = ENDPOINTS.filter((endpoint) => expectationsOf(endpoint).length === 0);
  expect(silent.map(({ name }) => name)).toEqual([]);
});

describe.each(DATABASE_KINDS)('access to every endpoint, on %s', (database) => {
  const isUsual = USUAL_KINDS.includes(database);
  /** Rights do not depend on the database, so the other one answers the caller that it does most for. */
  const callersOf = (policy: Policy): readonly Kind[] =>
    isUsual ? KINDS : [KINDS.toReversed().find((kind) => policy(kind) === PASSES) ?? 'super admin'];
  let world: AppWorld;
  let address: string;
  let everybody: Awaited<ReturnType<typeof addEverybody>>;
  beforeAll(async () => {
    world = await startApp(database);
    everybody = await addEverybody(world);
    address = await world.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => world.close());

  type Caller = { own: Cast['own']; headers: Record<string, string> };
  /** Callers by kind and need of charts, until a call of theirs has changed something. */
  const entered = new Map<string, Caller & { atMs: number }>();

  /** A caller of a kind with a session of the last minutes. */
  async function enter(kind: Kind, path = ''): Promise<Caller> {
    const key = `${kind} ${ABOUT_CHARTS.test(path)}`;
    const known = entered.get(key);
    if (known && Date.now() - known.atMs < SESSION_MS) return known;
    const caller = { ...(await openCaller(kind, path)), atMs: Date.now() };
    entered.set(key, caller);
    return caller;
  }

  async function openCaller(kind: Kind, path: string): Promise<Caller> {
    if (kind === 'anonymous') {
      const own = { id: 'me', sessionId: 'mine', layoutId: '1', shareToken: 'mine' };
      return { own, headers: {} };
    }
    const id = everybody[kind];
    const kept = await chartsFor(path, id);
    if (kind === 'awaiting a code') {
      const { name, value } = await openChallengeOf(world, id);
      const headers = { cookie: `${name}=${value}; rt=${value}`, authorization: `Bearer ${value}` };
      return { own: { id, sessionId: 'none', ...kept }, headers };
    }
    const { sessionId, token } = await openSessionOf(world, id);
    return { own: { id, sessionId, ...kept }, headers: { authorization: `Bearer ${token}` } };
  }

  const chartsFor = async (path: string, userId: string) =>
    ABOUT_CHARTS.test(path) ? keepCharts(world, userId) : NO_CHARTS;

  /** A user unrelated to every caller. */
  async function addOther(path: string): Promise<Cast['other']> {
    const id = await addAccount(world);
    const { sessionId } = await openSessionOf(world, id);
    return { id, sessionId, ...(await chartsFor(path, id)) };
  }

  let emails = 0;
  /** The outcomes of a call by each kind of caller; a call that passes takes nothing from the next one. */
  async function askEach(
    kinds: readonly Kind[],
    endpoint: AnyEndpoint,
    { of: partsOf }: Expectation,
  ): Promise<Partial<Record<Kind, string>>> {
    const outcomes: Partial<Record<Kind, string>> = {};
    let other: Cast['other'] | null = null;
    // One after the other: at once they would wait for one connection and be answered 503.
    for (const kind of kinds) {
      emails += 1;
      const { own, headers } = await enter(kind, endpoint.path);
      other ??= await addOther(endpoint.path);
      const cast = { own, other, newEmail: `new-${emails}@example.org` };
      const { params, query, body } = partsOf?.(cast) ?? {};
      const answer = await world.app.inject({
        method: endpoint.method,
        url: pathOf(endpoint, params),
        headers: { 'sec-fetch-site': 'same-origin', ...headers },
        remoteAddress: `10.40.${KINDS.indexOf(kind)}.${emails % 250}`,
        ...(query ? { query } : {}),
        ...(body ? { payload: body } : {}),
      });
      const hasPassed = answer.statusCode < 300;
      outcomes[kind] = hasPassed ? PASSES : String(answer.json().code);
      if (hasPassed && endpoint.method !== 'GET') {
        other = null;
        entered.clear();
      }
    }
    return outcomes;
  }

  test.each(CASES)('C15, C40, C42: $name, $what', async ({ endpoint, expectation }) => {
    const kinds = callersOf(expectation.policy);
    expect(await askEach(kinds, endpoint, expectation)).toEqual(
      Object.fromEntries(kinds.map((kind) => [kind, expectation.policy(kind)])),
    );
  });

  // The order of these checks is the same in every mode.
  const asked = isUsual ? ENDPOINTS : [];
  test.each(asked.map((endpoint) => ({ name: endpoint.name, endpoint })))(
    'C40: $name is registered, and asks who calls before it reads what is sent',
    async ({ endpoint }) => {
      const { method, path: url } = endpoint;
      expect(world.app.hasRoute({ method, url })).toBe(true);
      const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
      const payload = method === 'GET' ? {} : { payload: '{"nonsense":1}' };
      const answer = await world.app.inject({
        method,
        url: `${pathOf(endpoint)}?nonsense=1`,
        headers,
        ...payload,
      });
      expect(answer.statusCode).toBe(endpoint.access === 'public' ? 400 : 401);
    },
  );

  test.each(callersOf(fullTier))('C40: lists show %s the same prices as history', async (kind) => {
    const admin = await enter('super admin');
    const symbols = ['FMP:BTCUSD', 'FMP:AAPL', 'Bitfinex:ETHUSD'];
    for (const symbol of symbols) {
      const [e, fsym] = symbol.split(':');
      const nowTs = Math.floor(world.context.clock.now() / 1_000);
      const span = `fromTs=${nowTs - 864_000}&toTs=${nowTs + 86_400}`;
      const url = `${getHistory.path}?e=${e}&fsym=${fsym}&resolution=1D&${span}`;
      const { headers } = admin;
      expect((await world.app.inject({ url, headers })).statusCode).toBe(200);
    }
    const { headers } = await enter(kind);
    const url = `${getQuotes.path}?symbols=${symbols.join(',')}`;
    const ask = () => world.app.inject({ url, headers });
    if (signedIn()(kind) !== PASSES) {
      expect((await ask()).statusCode).toBe(401);
      return;
    }
    // Prices of an earlier question are kept for up to five seconds: nothing announces written bars before live prices start.
    await eventually(async () => {
      const quotes = getQuotes.response.parse((await ask()).json());
      const told = quotes.map(({ exchange, code }) => `${exchange}:${code}`);
      expect(told).toEqual(fullTier(kind) === PASSES ? symbols : ['FMP:BTCUSD']);
    });
  });

  describe('the stream', () => {
    beforeAll(() => world.context.live.start());

    test.each(callersOf(fullTier))('C40: sends %s the same prices as history', async (kind) => {
      const { headers } = await enter(kind);
      const ticket = await fetch(`${address}/api/stream/ticket`, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', ...headers },
      });
      if (anybody(kind) !== PASSES) {
        expect(ticket.status).toBe(401);
        return;
      }
      const { ticket: words } = createStreamTicket.response.parse(await ticket.json());
      const stream = await openStream(address, words);
      const channels = ['FMP:BTCUSD', 'Bitfinex:ETHUSD'].map((symbol) => ({
        symbol,
        resolution: '1D' as const,
      }));
      stream.send({ type: 'subscribe', channels });
      const carried = () =>
        new Set(stream.messages.flatMap((each) => (each.type === 'update' ? [each.symbol] : [])));
      await eventually(() => expect(carried()).toContain('FMP:BTCUSD'));
      if (fullTier(kind) === PASSES) {
        await eventually(() => expect(carried()).toContain('Bitfinex:ETHUSD'));
        return;
      }
      expect(stream.messages).toContainEqual({
        type: 'refused',
        symbol: 'Bitfinex:ETHUSD',
        resolution: '1D',
        code: 'SOURCE_LOCKED',
        message: 'Source locked',
      });
      expect(carried()).not.toContain('Bitfinex:ETHUSD');
      stream.close();
    });
  });
});
