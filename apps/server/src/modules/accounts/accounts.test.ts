import {
  approveUser,
  endAllSessions,
  forgotPassword,
  listSessions,
  refreshSession,
  register,
  requestRecovery,
  resetPassword,
  sendOtp,
  setUserAccess,
  updateUser,
} from '@moneytrail/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { accountJobs } from './jobs.ts';
import {
  addUser,
  enterPassword,
  lastMessage,
  lastRecoveryCode,
  lastSmsCode,
  PASSWORD,
  signIn,
} from './testing/people.ts';
import {
  DAY,
  HOUR,
  MINUTE,
  openBrowser,
  startAccounts,
  type TestServer,
} from './testing/start-accounts.ts';

describe.each(USUAL_KINDS)('accounts as a whole, on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startAccounts(kind);
  });
  afterAll(() => server.close());

  const entriesOf = (subjectId: string) =>
    server.database.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('subject_id', '=', subjectId)
      .orderBy('seq')
      .execute();

  test('C55: every result of a sign-in leaves an entry, and the chain holds', async () => {
    const user = await addUser(server);
    const browser = openBrowser(server.app, '203.0.113.55');
    await enterPassword(browser, user, { password: 'Wrong-1-pass' });
    await enterPassword(browser, user);
    await browser.call(sendOtp, { body: { username: user.username } });
    const otpCode = await lastSmsCode(server, user);
    await enterPassword(browser, user, { otpCode: 'ZZZZZZ' });
    await enterPassword(openBrowser(server.app, browser.address), user, { otpCode });
    await enterPassword(browser, user, { otpCode });
    const entries = await entriesOf(user.id);
    expect(entries.map((entry) => entry.action)).toEqual([
      'sign-in.refused',
      'sign-in.code-asked',
      'code.sms',
      'code.wrong',
      'code.no-challenge',
      'sign-in.done',
    ]);
    for (const entry of entries) {
      expect(entry.address).toBe(browser.address);
      expect(entry.device_id).toMatch(/^[0-9a-f-]{36}$/);
      expect(entry.request_id).toBeTruthy();
    }
    expect(await server.accounts.services.audit.check()).toMatchObject({ isIntact: true });
  });

  test('C55: attempts beyond the limit of an address are counted in the record', async () => {
    const user = await addUser(server);
    const browser = openBrowser(server.app, '203.0.113.56');
    const fail = () => enterPassword(browser, user, { password: 'Wrong-1-pass' });
    for (let attempt = 0; attempt < 8; attempt += 1) await fail();
    server.clock.add(MINUTE);
    for (let attempt = 0; attempt < 4; attempt += 1) await fail();
    const entries = await server.database.db
      .selectFrom('audit_entries')
      .select('after')
      .where('action', '=', 'sign-in.limited')
      .where('address', '=', browser.address)
      .orderBy('seq')
      .execute();
    expect(entries.map(({ after }) => after)).toEqual([null, '{"furtherTimes":4}', null]);
  });

  test('C55: a ninth recovery code leaves an entry although it is rolled back', async () => {
    const user = await addUser(server);
    const use = async () => {
      const browser = openBrowser(server.app);
      await enterPassword(browser, user);
      await browser.call(requestRecovery, { body: { username: user.username } });
      return enterPassword(browser, user, { recoveryCode: await lastRecoveryCode(server, user) });
    };
    for (let index = 0; index < 8; index += 1) {
      expect((await use()).status).toBe(200);
      // The notice of this one must not come after the code of the next.
      await server.messagesSent();
      server.clock.add(DAY);
    }
    expect((await use()).status).toBe(429);
    expect((await entriesOf(user.id)).at(-1)).toMatchObject({ action: 'code.too-many-recoveries' });
  });

  test('C55: each decision of an administrator leaves exactly one entry with its reason', async () => {
    const admin = await addUser(server, { is_super_admin: true });
    const { browser, token } = await signIn(server, admin);
    const user = await addUser(server, { is_approved: false });
    const params = { id: user.id };
    const decide = (endpoint: Parameters<typeof browser.call>[0], body?: object) =>
      browser.call(endpoint, { params, token, ...(body ? { body } : {}) });
    await decide(approveUser);
    await signIn(server, user);
    const before = (await entriesOf(user.id)).length;
    await decide(updateUser, { userType: 'commercial', maxSeats: 7 });
    await decide(endAllSessions);
    await decide(setUserAccess, { accessRevoked: true, reason: 'unpaid' });
    await decide(setUserAccess, { accessRevoked: false });
    const entries = await entriesOf(user.id);
    expect(entries[0]).toMatchObject({ action: 'account.approved', actor_id: admin.id });
    expect(entries.slice(before)).toMatchObject([
      {
        action: 'account.changed',
        before: '{"user_type":"retail","max_seats":null}',
        after: '{"user_type":"commercial","max_seats":7,"fields":["user_type","max_seats"]}',
      },
      { action: 'session.ended' },
      {
        action: 'account.revoked',
        reason: 'unpaid',
        before: '{"accessRevoked":false}',
        after: '{"accessRevoked":true}',
      },
      { action: 'account.restored', reason: null, before: '{"accessRevoked":true}' },
    ]);
    expect(entries.slice(before).every((entry) => entry.actor_id === admin.id)).toBe(true);
  });

  test('C55: every refused authorisation is recorded before it is answered, repetitions as their number', async () => {
    const [user, other] = [await addUser(server), await addUser(server)];
    const { browser, token } = await signIn(server, user);
    const refusedSoFar = async () =>
      (await entriesOf(user.id))
        .filter((entry) => entry.action === 'access.refused')
        .map((entry) => JSON.parse(entry.after ?? '{}'));
    const approve = { route: 'PATCH /api/users/:id/approve', code: 'FORBIDDEN' };
    const asked = { id: other.id };
    const ask = () => browser.call(approveUser, { params: asked, token });
    for (let attempt = 0; attempt < 3; attempt += 1) expect((await ask()).status).toBe(403);
    expect(await refusedSoFar()).toEqual([{ ...approve, asked }]);
    expect((await browser.call(listSessions, { params: asked, token })).status).toBe(404);
    const foreign = { route: 'GET /api/users/:id/sessions', code: 'NOT_THEIRS', asked };
    expect((await refusedSoFar()).at(-1)).toEqual(foreign);
    server.clock.add(MINUTE);
    await ask();
    const counted = { ...approve, asked, furtherTimes: 2 };
    expect(await refusedSoFar()).toEqual([
      { ...approve, asked },
      foreign,
      counted,
      { ...approve, asked },
    ]);
  });

  test('C55: refusals that were counted are written when the server ends', async () => {
    const ending = await startAccounts(kind);
    const user = await addUser(ending);
    const { browser, token } = await signIn(ending, user);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await browser.call(approveUser, { params: { id: 'x' }, token });
    }
    await ending.accounts.close();
    const entries = await ending.database.db
      .selectFrom('audit_entries')
      .select('after')
      .where('action', '=', 'access.refused')
      .execute();
    expect(entries.map(({ after }) => JSON.parse(after ?? '{}').furtherTimes)).toEqual([
      undefined,
      2,
    ]);
    await ending.close();
  });

  test('C54: no password, code or token is in the log, the record or a stored row', async () => {
    const user = await addUser(server);
    const browser = openBrowser(server.app);
    const { deviceId } = browser;
    await enterPassword(browser, user);
    await browser.call(sendOtp, { body: { username: user.username } });
    const otpCode = await lastSmsCode(server, user);
    await browser.call(requestRecovery, { body: { username: user.username } });
    const recoveryCode = await lastRecoveryCode(server, user);
    const challenge = browser.cookies.get('ch')?.split('.')[1] ?? 'none';
    const { body } = await enterPassword(browser, user, { recoveryCode });
    const accessToken = String(body.accessToken);
    const refresh = browser.cookies.get('rt')?.split('.')[2] ?? 'none';
    await browser.call(forgotPassword, { body: { email: user.username } });
    const link = /token=([\w-]{43})/.exec(await lastMessage(server, user.username))?.[1] ?? 'none';
    await browser.call(resetPassword, { body: { token: link, newPassword: 'weak' } });
    await browser.call(listSessions, { params: { id: user.id }, token: accessToken });
    await browser.call(refreshSession, { body: { deviceId } });
    const { db } = server.database;
    const tables = [
      'audit_entries',
      'sessions',
      'challenges',
      'limits',
      'reset_tokens',
      'users',
    ] as const;
    const bytesAsText = (_key: string, value: unknown) => {
      const bytes = value as { type?: string; data?: number[] } | null;
      return bytes?.type === 'Buffer' ? Buffer.from(bytes.data ?? []).toString('base64url') : value;
    };
    const kept: string[] = [...server.logged];
    for (const table of tables) {
      kept.push(JSON.stringify(await db.selectFrom(table).selectAll().execute(), bytesAsText));
    }
    const secrets = [PASSWORD, otpCode, recoveryCode, challenge, accessToken, refresh, link];
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(5);
      // Six digits can stand in a hash by chance: a code is looked for as a whole value.
      const value = secret.length === 6 ? new RegExp(`[^\\w-]${secret}[^\\w-]`) : secret;
      for (const text of kept) expect(text).not.toMatch(value);
    }
  });

  /** Runs a job as a worker does. */
  const runJob = async (name: string) => {
    const job = accountJobs(server.accounts.services).find((each) => each.name === name);
    if (!job) throw new Error(`${name} is no job of accounts`);
    await job.run({}, { id: '1', signal: new AbortController().signal, progress: () => undefined });
  };

  test('a job removes expired rows and keeps open sessions', async () => {
    const { browser } = await signIn(server, await addUser(server));
    await openBrowser(server.app).call(register, { body: {} });
    server.clock.add(2 * DAY);
    await runJob('accounts.remove-expired');
    const { db } = server.database;
    expect(await db.selectFrom('challenges').select('id').execute()).toEqual([]);
    const { deviceId } = browser;
    expect((await browser.call(refreshSession, { body: { deviceId } })).status).toBe(200);
  });

  test('push messages of a browser end within the hour after its session has run out', async () => {
    const { db } = server.database;
    const keys = { p256dh: 'x', auth: 'y', created_at_ms: 0 };
    const addBrowser = async (rights: Parameters<typeof addUser>[1] = {}) => {
      const user = await addUser(server, rights);
      const { browser } = await signIn(server, user);
      const { id } = await db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', user.id)
        .executeTakeFirstOrThrow();
      await db
        .insertInto('push_subscriptions')
        .values({
          endpoint: `https://push.example/${id}`,
          user_id: user.id,
          session_id: id,
          ...keys,
        })
        .execute();
      return { id, browser };
    };
    const sessionsWithPushes = async () =>
      (await db.selectFrom('push_subscriptions').select('session_id').execute()).map(
        (row) => row.session_id,
      );
    const refresh = ({ browser }: Awaited<ReturnType<typeof addBrowser>>) =>
      browser.call(refreshSession, { body: { deviceId: browser.deviceId } });
    const [used, unused] = [await addBrowser(), await addBrowser()];
    const admin = await addBrowser({ is_super_admin: true });
    await runJob('accounts.remove-expired');
    expect(await sessionsWithPushes()).toHaveLength(3);
    server.clock.add(9 * HOUR);
    await runJob('accounts.remove-expired');
    expect((await sessionsWithPushes()).includes(admin.id)).toBe(false);
    for (const days of [13, 13, 3]) {
      expect((await refresh(used)).status).toBe(200);
      expect((await sessionsWithPushes()).includes(used.id)).toBe(true);
      server.clock.add(days * DAY);
      await runJob('accounts.remove-expired');
    }
    expect((await refresh(unused)).status).toBe(401);
    expect(await sessionsWithPushes()).toEqual([used.id]);
    server.clock.add(2 * DAY);
    await runJob('accounts.remove-expired');
    expect((await refresh(used)).status).toBe(401);
    expect(await sessionsWithPushes()).toEqual([]);
  });

  test('C55: a nightly job checks the audit log and reports damage', async () => {
    const checks = () => server.logged.filter((line) => /audit chain/i.test(line));
    const before = checks().length;
    const { audit } = server.accounts.services;
    expect(await audit.lastCheck()).toBeNull();
    await runJob('audit.check-chain');
    const { checkedEntries } = await audit.check();
    const checkedAt = new Date(server.clock.now()).toISOString();
    const whole = { checkedAt, isIntact: true, checkedEntries, damages: [] };
    expect(await audit.lastCheck()).toEqual(whole);
    expect(checks().slice(before)).toEqual([expect.stringContaining('the audit chain is whole')]);
    const { db } = server.database;
    await sql`alter table audit_entries disable trigger all`.execute(db);
    await db.updateTable('audit_entries').set({ reason: 'none' }).where('seq', '=', 2).execute();
    await runJob('audit.check-chain');
    expect(checks().at(-1)).toContain('THE AUDIT CHAIN IS BROKEN {"isIntact":false');
    expect(checks().at(-1)).toContain('"damages":[{"kind":"changed","seq":2}]');
    const damages = [{ kind: 'changed', seq: 2 }];
    expect(await audit.lastCheck()).toMatchObject({ isIntact: false, damages });
  });
});
