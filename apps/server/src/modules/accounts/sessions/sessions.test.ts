import { randomUUID } from 'node:crypto';
import {
  type CurrentUser,
  endAllSessions,
  endSession,
  getAccount,
  listSessions,
  logout,
  refreshSession,
} from '@moneytrail/contract';
import type { FastifyRequest } from 'fastify';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ANY_KIND, USUAL_KINDS } from '../../../db/testing/test-database.ts';
import type { UserRow } from '../profile/user-store.ts';
import { deriveKeys } from '../secrets/keys.ts';
import {
  addUser,
  alterUser,
  enterPassword,
  lastMessage,
  type SignedIn,
  signIn,
  signInOn,
} from '../testing/people.ts';
import {
  type Browser,
  DAY,
  HOUR,
  MINUTE,
  openBrowser,
  SECOND,
  startAccounts,
  type TestServer,
} from '../testing/start-accounts.ts';

const IS_LONG = process.env.TEST_LONG === 'true';
const TABS_AT_ONCE = IS_LONG ? 50 : 12;
const LATE_TABS = IS_LONG ? 9 : 2;

describe.each(USUAL_KINDS)('sessions, on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startAccounts(kind);
  });
  afterAll(() => server.close());

  const me = (browser: Browser, token: string) => browser.call(getAccount, { token });
  const refresh = (browser: Browser, deviceId = browser.deviceId) =>
    browser.call(refreshSession, { body: { deviceId } });
  const openSessions = async (user: UserRow) =>
    server.database.db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', user.id)
      .where('ended_at_ms', 'is', null)
      .execute();
  const actionsOf = async (user: UserRow) =>
    (
      await server.database.db
        .selectFrom('audit_entries')
        .select('action')
        .where('subject_id', '=', user.id)
        .execute()
    ).map((entry) => entry.action);

  /** Another browser with everything the first one holds. */
  function copyOf(browser: Browser): Browser {
    const copy = openBrowser(server.app, browser.address);
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    copy.deviceId = browser.deviceId;
    return copy;
  }

  /** The user as other modules are given them with a request. */
  async function userOf(token: string): Promise<CurrentUser> {
    const request = { headers: { authorization: `Bearer ${token}` }, url: '/api/users' };
    const user = await server.accounts.readUser(request as FastifyRequest);
    if (!user) throw new Error('nobody is signed in');
    return user;
  }

  async function signedIn(seed = {}): Promise<SignedIn & { user: UserRow }> {
    const user = await addUser(server, seed);
    return { user, ...(await signIn(server, user)) };
  }

  test('C16: a token lives 10 minutes and not a second longer', async () => {
    const { browser, token } = await signedIn();
    server.clock.add(10 * MINUTE - SECOND);
    expect((await me(browser, token)).status).toBe(200);
    server.clock.add(SECOND);
    expect((await me(browser, token)).status).toBe(401);
  });

  test('C16: only our own algorithm, key, audience, issuer and type make a token', async () => {
    const { browser, token, user } = await signedIn();
    const [session] = await openSessions(user);
    const key = deriveKeys(server.accounts.services.settings.secret).accessToken;
    const now = Math.floor(server.clock.now() / SECOND);
    type Part = {
      alg: string;
      typ: string;
      iss: string;
      aud: string;
      exp: number;
      key: Uint8Array;
    };
    const good: Part = {
      alg: 'HS256',
      typ: 'at+jwt',
      iss: 'moneytrail',
      aud: 'moneytrail-api',
      exp: now + 60,
      key,
    };
    const make = (change: Partial<Part>) => {
      const part = { ...good, ...change };
      return new SignJWT({ sid: session?.id, cnt: 0 })
        .setProtectedHeader({ alg: part.alg, typ: part.typ })
        .setSubject(user.id)
        .setIssuer(part.iss)
        .setAudience(part.aud)
        .setIssuedAt(now)
        .setExpirationTime(part.exp)
        .sign(part.key);
    };
    expect((await me(browser, await make({}))).status).toBe(200);
    const foreignKey = deriveKeys('another secret that is long enough too').accessToken;
    const unsigned = `${btoa('{"alg":"none","typ":"at+jwt"}')}.${token.split('.')[1]}.`;
    const bad = [
      await make({ alg: 'HS384' }),
      await make({ typ: 'JWT' }),
      await make({ iss: 'elsewhere' }),
      await make({ aud: 'elsewhere' }),
      await make({ exp: now - 1 }),
      await make({ key: foreignKey }),
      await make({ key: deriveKeys(server.accounts.services.settings.secret).refresh }),
      unsigned.replaceAll('=', ''),
      `${token}x`,
      'x',
    ];
    for (const refused of bad) expect((await me(browser, refused)).status).toBe(401);
  });

  test('C17: the refresh cookie is out of reach of scripts and other sites, and bound to its device', async () => {
    const { browser, user } = await signedIn();
    const { setCookies } = await refresh(browser);
    expect(setCookies).toHaveLength(1);
    expect(setCookies[0]).toMatch(
      /^rt=[\w-]{36}\.\d+\.[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const foreign = await refresh(browser, '00000000-0000-4000-8000-ffffffffffff');
    expect(foreign).toMatchObject({ status: 401, setCookies: [] });
    expect((await refresh(browser)).status).toBe(200);
    const secret = browser.cookies.get('rt')?.split('.')[2] ?? '';
    const [stored] = await openSessions(user);
    expect(stored?.secret_hash).toHaveLength(32);
    expect(stored?.secret_hash.toString('base64url')).not.toBe(secret);
  });

  test('C17: on https the cookie carries the host prefix and the secure flag, others do not count', async () => {
    const settings = { ...server.accounts.services.settings, isHttps: true };
    const secure = await startAccounts(ANY_KIND, { settings });
    const user = await addUser(secure);
    const { browser } = await signIn(secure, user);
    const { setCookies } = await refresh(browser);
    expect(setCookies[0]).toMatch(/^__Host-rt=.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    expect([...browser.cookies.keys()].every((name) => name.startsWith('__Host-'))).toBe(true);
    browser.cookies.set('rt', browser.cookies.get('__Host-rt') ?? '');
    browser.cookies.delete('__Host-rt');
    expect((await refresh(browser)).status).toBe(401);
    await secure.close();
  });

  test.each([
    ['left alone for 14 days', {}, 14 * DAY, 1],
    ['of a super admin left alone for 30 minutes', { is_super_admin: true }, 30 * MINUTE, 1],
    ['used daily for 30 days', {}, DAY, 30],
    [
      'of a super admin used every 20 minutes for 8 hours',
      { is_super_admin: true },
      20 * MINUTE,
      24,
    ],
  ])(
    'C17, C25: a session %s can be refreshed, a moment later not',
    async (_case, seed, step, times) => {
      const { browser } = await signedIn(seed);
      // A session that is used ends by its age; one that is left alone would live longer by being refreshed in time.
      const late = times > 1 ? browser : (await signedIn(seed)).browser;
      for (let round = 1; round <= times; round += 1) {
        server.clock.add(step);
        expect((await refresh(browser)).status).toBe(200);
      }
      server.clock.add(1);
      expect((await refresh(late)).status).toBe(401);
    },
  );

  test('C18: the same secret within 30 s is answered the same successor, without an alarm', async () => {
    const { browser, user } = await signedIn();
    const tab = copyOf(browser);
    await refresh(browser);
    server.clock.add(30 * SECOND);
    const late = await refresh(tab);
    expect(late.status).toBe(200);
    expect(tab.cookies.get('rt')).toBe(browser.cookies.get('rt'));
    expect(await lastMessage(server, user.username)).toBe('');
    expect((await refresh(browser)).status).toBe(200);
  });

  /** The next of these calls to the database is served this much later. */
  const delayDatabase = (methods: ('selectFrom' | 'updateTable' | 'transaction')[], ms: number) => {
    const { db } = server.database;
    const spies = methods.map((method) => {
      const call = db[method].bind(db) as (...given: unknown[]) => unknown;
      const late = (...given: unknown[]) => {
        for (const spy of spies) spy.mockRestore();
        server.clock.add(ms);
        return call(...given);
      };
      return vi.spyOn(db, method).mockImplementation(late as never);
    });
    onTestFinished(() => void vi.restoreAllMocks());
  };

  test('C18: a secret that came within 30 s is answered, however long the database takes to read it', async () => {
    const { browser, user } = await signedIn();
    const tab = copyOf(browser);
    await refresh(browser);
    server.clock.add(20 * SECOND);
    delayDatabase(['selectFrom'], 20 * SECOND);
    expect((await refresh(tab)).status).toBe(200);
    expect(await lastMessage(server, user.username)).toBe('');
  });

  test('C18: the 30 s begin once the successor is stored, however long the database takes to store it', async () => {
    const { browser, user } = await signedIn();
    const tab = copyOf(browser);
    delayDatabase(['updateTable', 'transaction'], 25 * SECOND);
    await refresh(browser);
    server.clock.add(20 * SECOND);
    expect((await refresh(tab)).status).toBe(200);
    expect(await lastMessage(server, user.username)).toBe('');
  });

  test('C18: the same secret after 31 s ends the session, mails its owner and is recorded', async () => {
    const { browser, user, token } = await signedIn();
    const thief = copyOf(browser);
    await refresh(browser);
    server.clock.add(31 * SECOND);
    const replay = await refresh(thief);
    expect(replay).toMatchObject({ status: 401, setCookies: [] });
    expect((await refresh(browser)).status).toBe(401);
    expect((await me(browser, token)).status).toBe(401);
    expect(await lastMessage(server, user.username)).toContain('We have ended it');
    expect(await actionsOf(user)).toContain('session.reuse');
  });

  test('C18: the same secret from another device ends the session at once', async () => {
    const { browser } = await signedIn();
    const thief = copyOf(browser);
    thief.deviceId = openBrowser(server.app).deviceId;
    await refresh(browser);
    expect((await refresh(thief)).status).toBe(401);
    expect((await refresh(browser)).status).toBe(401);
  });

  test('a secret that was never issued ends nothing, even with the right session in it', async () => {
    const { browser, user } = await signedIn();
    const [session] = await openSessions(user);
    const forger = copyOf(browser);
    for (const counter of [0, 1, 5]) {
      forger.cookies.set('rt', `${session?.id}.${counter}.${'A'.repeat(43)}`);
      expect((await refresh(forger)).status).toBe(401);
    }
    expect((await refresh(browser)).status).toBe(200);
  });

  test('C18: parallel refreshes with one token keep one family and sign nobody out', async () => {
    const { browser, user } = await signedIn();
    const tabs = Array.from({ length: TABS_AT_ONCE }, () => copyOf(browser));
    const answers = await Promise.all(tabs.map((tab) => refresh(tab)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(TABS_AT_ONCE).fill(200));
    expect(new Set(tabs.map((tab) => tab.cookies.get('rt'))).size).toBe(1);
    expect(await openSessions(user)).toHaveLength(1);
    for (const answer of answers) {
      expect((await me(browser, String(answer.body.accessToken))).status).toBe(200);
    }
    const [anyTab] = tabs;
    expect(anyTab && (await refresh(anyTab)).status).toBe(200);
  });

  test('tabs that refresh over 60 minutes, some of them late, are never signed out', async () => {
    const { browser } = await signedIn();
    for (let period = 0; period < 8; period += 1) {
      server.clock.add(8 * MINUTE);
      const before = browser.cookies.get('rt') ?? '';
      const shared = await refresh(browser);
      expect(shared.status).toBe(200);
      for (let tab = 0; tab < LATE_TABS; tab += 1) {
        const late = copyOf(browser);
        late.cookies.set('rt', before);
        expect((await refresh(late)).status).toBe(200);
        expect(late.cookies.get('rt')).toBe(browser.cookies.get('rt'));
      }
    }
  });

  test('C21: a hard logout ends every session of the device and takes the cookie away, twice without harm', async () => {
    const { browser, token, user } = await signedIn();
    const held = copyOf(browser);
    const call = () => browser.call(logout, { body: { deviceId: browser.deviceId, hard: true } });
    const first = await call();
    expect(first).toMatchObject({ status: 204, text: '' });
    expect(first.setCookies[0]).toMatch(/^rt=; Max-Age=0;/);
    expect((await call()).status).toBe(204);
    expect((await me(browser, token)).status).toBe(401);
    expect((await refresh(held)).status).toBe(401);
    expect(await openSessions(user)).toEqual([]);
    const theme = (await enterPassword(browser, user)).body;
    expect(theme).toMatchObject({ needOtp: false });
  });

  test('S2: a logout of one session that comes late leaves the next sign-in of the browser alone', async () => {
    const { browser, token } = await signedIn();
    const { deviceId } = browser;
    const logOut = (sessionId: string) =>
      browser.call(logout, { body: { deviceId, hard: true, sessionId } });
    expect(await logOut(randomUUID())).toMatchObject({ status: 204, setCookies: [] });
    expect((await me(browser, token)).status).toBe(200);
    const { id } = server.accounts.sessionOf(await userOf(token));
    expect((await logOut(id)).setCookies[0]).toMatch(/^rt=; Max-Age=0;/);
    expect((await me(browser, token)).status).toBe(401);
  });

  test('push messages of a browser go on as its person signs in again there, and end as another one does', async () => {
    const { browser, token, user } = await signedIn();
    const { db } = server.database;
    const { id } = server.accounts.sessionOf(await userOf(token));
    const keys = { p256dh: 'x', auth: 'y', created_at_ms: server.clock.now() };
    const endpoint = `https://push.example/${randomUUID()}`;
    await db
      .insertInto('push_subscriptions')
      .values({ endpoint, user_id: user.id, session_id: id, ...keys })
      .execute();
    const sessions = () =>
      db
        .selectFrom('push_subscriptions')
        .select('session_id')
        .where('endpoint', '=', endpoint)
        .execute();
    const again = await signInOn(server, browser, user);
    const next = server.accounts.sessionOf(await userOf(again.token)).id;
    expect(next).not.toBe(id);
    expect(await sessions()).toEqual([{ session_id: next }]);
    await signInOn(server, browser, await addUser(server));
    expect(await sessions()).toEqual([]);
  });

  test('S3: a soft logout ends the access tokens issued so far, and the session goes on', async () => {
    const { browser, token } = await signedIn();
    const body = { deviceId: browser.deviceId, hard: false };
    expect(await browser.call(logout, { body })).toMatchObject({ status: 204, setCookies: [] });
    expect((await me(browser, token)).status).toBe(401);
    const { body: refreshed } = await refresh(browser);
    expect((await me(browser, String(refreshed.accessToken))).status).toBe(200);
  });

  test('S2: a logout with an old token, or none, answers 204 and needs the cookie of the device', async () => {
    const { browser, token } = await signedIn();
    const stranger = openBrowser(server.app);
    const body = { deviceId: browser.deviceId, hard: true };
    expect((await stranger.call(logout, { body })).status).toBe(204);
    expect((await stranger.call(logout, { body, token: 'old' })).status).toBe(204);
    expect((await me(browser, token)).status).toBe(200);
  });

  test.each<[string, Parameters<typeof alterUser>[2]]>([
    ['approval is taken back', { is_approved: false }],
    ['access is revoked', { access_revoked: true }],
    ['the seat is suspended', { seat_suspended_by_parent: true }],
    ['the account is deleted', { deleted_at_ms: 1 }],
  ])('C22: when %s, token and refresh are refused at once', async (_case, change) => {
    const { browser, token, user } = await signedIn();
    const asked = await userOf(token);
    const { id } = server.accounts.sessionOf(asked);
    expect(await server.accounts.findSession(id)).toEqual(asked);
    await alterUser(server, user, change);
    expect((await me(browser, token)).status).toBe(401);
    expect((await refresh(browser)).status).toBe(401);
    expect(await server.accounts.findSession(id)).toBeNull();
  });

  test('C22: a change made by another process is seen within 10 seconds', async () => {
    const { browser, token, user } = await signedIn();
    await me(browser, token);
    await server.database.db
      .updateTable('users')
      .set({ access_revoked: true })
      .where('id', '=', user.id)
      .execute();
    server.clock.add(5 * SECOND);
    expect((await me(browser, token)).status).toBe(401);
  });

  test('C23: sessions are listed with device, place and last use, and each can be ended', async () => {
    const { browser, token, user } = await signedIn();
    server.clock.add(MINUTE);
    const phone = await signIn(server, user);
    const params = { id: user.id };
    const { body } = await browser.call(listSessions, { params, token });
    expect(body).toEqual([
      expect.objectContaining({ isCurrent: false, address: '203.0.113.7', deviceInfo: '' }),
      expect.objectContaining({ isCurrent: true, signedInAt: expect.stringMatching(/Z$/) }),
    ]);
    const sessions = body as unknown as { _id: string }[];
    const sessionId = sessions[0]?._id ?? '';
    const end = () => browser.call(endSession, { params: { id: user.id, sessionId }, token });
    expect((await end()).body).toEqual({ ended: 1 });
    expect((await me(phone.browser, phone.token)).status).toBe(401);
    expect((await end()).status).toBe(404);
    expect((await browser.call(endAllSessions, { params, token })).body).toEqual({ ended: 1 });
    expect((await me(browser, token)).status).toBe(401);
  });

  test('C23, C42: a super admin ends the sessions of others, anybody else does not find them', async () => {
    const [owner, stranger] = [await signedIn(), await signedIn()];
    const admin = await signedIn({ is_super_admin: true });
    const params = { id: owner.user.id };
    for (const endpoint of [listSessions, endAllSessions]) {
      const refused = await stranger.browser.call(endpoint, { params, token: stranger.token });
      expect(refused.status).toBe(404);
    }
    const ended = await admin.browser.call(endAllSessions, { params, token: admin.token });
    expect(ended.body).toEqual({ ended: 1 });
    expect((await me(owner.browser, owner.token)).status).toBe(401);
    const mail = await lastMessage(server, owner.user.username);
    expect(mail).toContain('An administrator has ended one of your sessions.');
  });

  test('C25: where addresses of super admins are listed, they come in from nowhere else, others do', async () => {
    const listed = await startAccounts(ANY_KIND, { adminAddresses: ['203.0.113.7'] });
    const admin = await addUser(listed, { is_super_admin: true });
    const away = await enterPassword(openBrowser(listed.app, '203.0.113.8'), admin);
    expect(away).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    const { browser } = await signIn(listed, admin);
    const moved = { 'x-forwarded-for': '203.0.113.8' };
    const body = { deviceId: browser.deviceId };
    expect((await browser.call(refreshSession, { body, headers: moved })).status).toBe(401);
    expect((await browser.call(refreshSession, { body })).status).toBe(200);
    const anybody = await addUser(listed);
    const elsewhere = openBrowser(listed.app, '203.0.113.8');
    expect((await enterPassword(elsewhere, anybody)).status).toBe(200);
    await listed.close();
  });

  test('listeners get the users whose sessions or rights changed', async () => {
    const { browser, token, user } = await signedIn();
    const told: (readonly string[])[] = [];
    await server.accounts.accessChanges.read();
    const stop = server.accounts.onChange((userIds) => told.push(userIds));
    await browser.call(endAllSessions, { params: { id: user.id }, token });
    await server.accounts.accessChanges.read();
    stop();
    await server.accounts.accessChanges.read();
    expect(told).toEqual([[user.id]]);
  });

  test('C24: a sign-in of 15 minutes ago is fresh, one second more is not', async () => {
    const { browser } = await signedIn();
    const { body } = await refresh(browser);
    const user = await userOf(String(body.accessToken));
    server.clock.add(15 * MINUTE);
    expect(() => server.accounts.assertReauthenticated(user)).not.toThrow();
    server.clock.add(SECOND);
    expect(() => server.accounts.assertReauthenticated(user)).toThrow(
      expect.objectContaining({ code: 'REAUTH_REQUIRED', status: 403 }),
    );
    server.clock.add(HOUR);
  });
});
