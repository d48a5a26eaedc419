import {
  approveUser,
  forgotPassword,
  listSessions,
  register,
  requestRecovery,
  resetPassword,
  sendOtp,
  setUserAccess,
} from '@moneytrail/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASE_KINDS } from '../../db/testing/test-database.ts';
import { checkAuditChain } from '../audit/index.ts';
import {
  addUser,
  enterPassword,
  lastMessage,
  lastSmsCode,
  PASSWORD,
  signIn,
} from './testing/people.ts';
import { openBrowser, startAccounts, type TestServer } from './testing/start-accounts.ts';
import { removeExpired } from './upkeep.ts';

const DAY = 24 * 60 * 60 * 1_000;

describe.each(DATABASE_KINDS)('accounts as a whole, on %s', (kind) => {
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
    const browser = openBrowser(server.app);
    await enterPassword(browser, user, { password: 'Wrong-1-pass' });
    await enterPassword(browser, user);
    await browser.call(sendOtp, { body: { username: user.username } });
    const otpCode = await lastSmsCode(server, user);
    await enterPassword(browser, user, { otpCode: 'ZZZZZZ' });
    await enterPassword(browser, user, { otpCode });
    const entries = await entriesOf(user.id);
    expect(entries.map((entry) => entry.action)).toEqual([
      'sign-in.refused',
      'sign-in.code-asked',
      'code.sms',
      'code.wrong',
      'sign-in.done',
    ]);
    for (const entry of entries) {
      expect(entry).toMatchObject({ address: '203.0.113.7', device_id: browser.deviceId });
      expect(entry.request_id).toBeTruthy();
    }
    expect(await checkAuditChain(server.database.db)).toMatchObject({ isIntact: true });
  });

  test('C55: each decision of an administrator leaves exactly one entry with its reason', async () => {
    const admin = await addUser(server, { is_super_admin: true });
    const { browser, token } = await signIn(server, admin);
    const user = await addUser(server, { is_approved: false });
    const params = { id: user.id };
    await browser.call(approveUser, { params, token });
    const body = { accessRevoked: true, reason: 'unpaid' };
    await browser.call(setUserAccess, { params, token, body });
    expect(await entriesOf(user.id)).toMatchObject([
      { action: 'account.approved', actor_id: admin.id },
      {
        action: 'account.revoked',
        actor_id: admin.id,
        reason: 'unpaid',
        before: '{"accessRevoked":false}',
        after: '{"accessRevoked":true}',
      },
    ]);
  });

  test('C55: a refused authorisation is recorded, once a minute for a user and a route', async () => {
    const user = await addUser(server);
    const { browser, token } = await signIn(server, user);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const refused = await browser.call(approveUser, { params: { id: user.id }, token });
      expect(refused.status).toBe(403);
    }
    await new Promise((resolve) => setImmediate(resolve));
    await expect
      .poll(async () =>
        (await entriesOf(user.id)).filter((entry) => entry.action === 'access.refused'),
      )
      .toHaveLength(1);
  });

  test('C40: every call about accounts refuses whom it is not for', async () => {
    const user = await addUser(server);
    const { browser, token } = await signIn(server, user);
    const params = { id: user.id, sessionId: 'x' };
    const own = [
      ['GET', '/api/users'],
      ['POST', '/api/users/:id/resetPassword'],
      ['PATCH', '/api/users/:id/updateUser'],
      ['GET', '/api/users/:id/sessions'],
      ['DELETE', '/api/users/:id/sessions'],
      ['DELETE', '/api/users/:id/sessions/:sessionId'],
      ['POST', '/api/auth/otp/verify'],
    ] as const;
    const admins = [
      ['PATCH', '/api/users/:id/approve'],
      ['PATCH', '/api/users/:id/access'],
    ] as const;
    for (const [method, path] of [...own, ...admins]) {
      const anonymous = await openBrowser(server.app).call({ method, path }, { params });
      expect([path, anonymous.status]).toEqual([path, 401]);
    }
    for (const [method, path] of admins) {
      const refused = await browser.call({ method, path }, { params, token });
      expect([path, refused.status]).toEqual([path, 403]);
    }
  });

  test('C54: no password, code or token is in the log, the record or a stored row', async () => {
    const user = await addUser(server);
    const browser = openBrowser(server.app);
    const { deviceId } = browser;
    await enterPassword(browser, user);
    await browser.call(sendOtp, { body: { username: user.username } });
    const otpCode = await lastSmsCode(server, user);
    await browser.call(requestRecovery, { body: { username: user.username } });
    const recoveryCode =
      /\n\n([A-Z2-9]{6})\n\n/.exec(await lastMessage(server, user.username))?.[1] ?? 'none';
    const challenge = browser.cookies.get('ch')?.split('.')[1] ?? 'none';
    const { body } = await enterPassword(browser, user, { recoveryCode });
    const accessToken = String(body.accessToken);
    const refresh = browser.cookies.get('rt')?.split('.')[2] ?? 'none';
    await browser.call(forgotPassword, { body: { email: user.username } });
    const link = /token=([\w-]{43})/.exec(await lastMessage(server, user.username))?.[1] ?? 'none';
    await browser.call(resetPassword, { body: { token: link, newPassword: 'weak' } });
    await browser.call(listSessions, { params: { id: user.id }, token: accessToken });
    await browser.call({ method: 'POST', path: '/api/auth/refresh' }, { body: { deviceId } });
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

  test('upkeep removes what means nothing any more and leaves living sessions alone', async () => {
    const { browser, token } = await signIn(server, await addUser(server));
    await openBrowser(server.app).call(register, { body: {} });
    server.clock.add(2 * DAY);
    await removeExpired({ db: server.database.db, clock: server.clock });
    const { db } = server.database;
    expect(await db.selectFrom('challenges').select('id').execute()).toEqual([]);
    const { deviceId } = browser;
    const answer = await browser.call(
      { method: 'POST', path: '/api/auth/refresh' },
      { body: { deviceId } },
    );
    expect(answer.status).toBe(200);
    expect(token).toBeTruthy();
  });
});
