import {
  changePassword,
  forgotPassword,
  getAccount,
  resetPassword,
  sendOtp,
} from '@moneytrail/contract';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ANY_KIND, USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { LIMITS } from '../limits/limits.ts';
import {
  addUser,
  enterPassword,
  lastMessage,
  lastSmsCode,
  PASSWORD,
  signIn,
} from '../testing/people.ts';
import {
  HOUR,
  LOW_LIMITS,
  MINUTE,
  openBrowser,
  SECOND,
  startAccounts,
  type TestServer,
} from '../testing/start-accounts.ts';

const NEXT = 'Heron-Lake-22';
const DEAD_LINK = {
  code: 'RESET_TOKEN_INVALID',
  message: 'Reset token not found or not valid. Please request a new reset password link.',
};

describe.each(USUAL_KINDS)('passwords, on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startAccounts(kind);
  });
  afterAll(() => server.close());

  const forget = (email: string, body: Record<string, unknown> = { email }) =>
    openBrowser(server.app).call(forgotPassword, { body });
  const reset = (token: string, newPassword = NEXT) =>
    openBrowser(server.app).call(resetPassword, { body: { token, newPassword } });

  async function linkFor(email: string): Promise<string> {
    await forget(email);
    await server.messagesSent();
    // A notice of failed sign-ins may be delivered after it.
    const links = (await server.mailbox.list())
      .filter(({ to }) => to === email)
      .flatMap(({ text }) => /reset-password\?token=([\w-]+)/.exec(text)?.[1] ?? []);
    return links[0] ?? '';
  }

  test('C14: a link sets a new password once; sessions end, a mail is sent, and a code is required again', async () => {
    const user = await addUser(server);
    const { browser, token } = await signIn(server, user);
    server.clock.add(SECOND);
    const link = await linkFor(user.username);
    expect(link).toHaveLength(43);
    expect((await reset(link)).status).toBe(200);
    expect((await browser.call(getAccount, { token })).status).toBe(401);
    expect(await lastMessage(server, user.username)).toContain('Your password was changed');
    expect((await reset(link)).body).toMatchObject(DEAD_LINK);
    expect((await enterPassword(browser, user)).status).toBe(401);
    const entered = await enterPassword(browser, user, { password: NEXT });
    expect(entered.body).toEqual({ needOtp: true });
    const stored = await server.database.db.selectFrom('reset_tokens').selectAll().execute();
    expect(JSON.stringify(stored.map((row) => row.token_hash.toString('base64url')))).not.toContain(
      link,
    );
  });

  test.each([
    [30 * MINUTE, 200],
    [30 * MINUTE + SECOND, 400],
  ])('C14: %i ms after it was sent a link is answered %i', async (ageMs, status) => {
    const user = await addUser(server);
    const link = await linkFor(user.username);
    server.clock.add(ageMs);
    expect((await reset(link)).status).toBe(status);
  });

  test('only the newest link is good, and of two uses at once one counts', async () => {
    const user = await addUser(server);
    const older = await linkFor(user.username);
    server.clock.add(MINUTE);
    const newer = await linkFor(user.username);
    expect((await reset(older)).body).toMatchObject(DEAD_LINK);
    const answers = await Promise.all([reset(newer), reset(newer), reset(newer)]);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  test('a refused password names its reasons and leaves the link as it is', async () => {
    const user = await addUser(server);
    const link = await linkFor(user.username);
    const refused = await reset(link, 'short');
    expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect(refused.body.message).toContain('newPassword: Password must be at least 6 characters');
    expect((await reset(link)).status).toBe(200);
  });

  test('S21: an address is taken as e-mail or as username, one of them, and a stranger gets nothing', async () => {
    expect((await forget('', { username: 'nobody@example.com' })).status).toBe(200);
    for (const body of [{}, { email: 'a@b.co', username: 'a@b.co' }, { email: 'x' }]) {
      expect((await forget('', body)).status).toBe(400);
    }
    const messages = await server.mailbox.list();
    expect(messages.some((message) => message.to === 'nobody@example.com')).toBe(false);
  });

  test('an account gets one link in 60 s and three in an hour, with the same answer', async () => {
    const strict = await startAccounts(ANY_KIND, { limits: LIMITS });
    const user = await addUser(strict);
    const ask = async () => {
      const browser = openBrowser(strict.app);
      return (await browser.call(forgotPassword, { body: { email: user.username } })).status;
    };
    const count = async () => {
      await strict.messagesSent();
      return (await strict.mailbox.list()).length;
    };
    expect([await ask(), await ask(), await count()]).toEqual([200, 200, 1]);
    for (let index = 0; index < 6; index += 1) {
      strict.clock.add(MINUTE);
      expect(await ask()).toBe(200);
    }
    expect(await count()).toBe(3);
    strict.clock.add(HOUR);
    expect([await ask(), await count()]).toEqual([200, 4]);
    await strict.close();
  });

  test('a link that is not sent leaves the one before it good', async () => {
    const strict = await startAccounts(ANY_KIND, { limits: LIMITS });
    onTestFinished(() => strict.close());
    const user = await addUser(strict);
    const ask = () =>
      openBrowser(strict.app).call(forgotPassword, { body: { email: user.username } });
    for (let index = 0; index < 3; index += 1) {
      await ask();
      // Mails of the same time may arrive in any order; only the link of the newest mail is valid.
      await strict.messagesSent();
      strict.clock.add(MINUTE);
    }
    const mail = await lastMessage(strict, user.username);
    const link = /reset-password\?token=([\w-]+)/.exec(mail)?.[1] ?? '';
    await ask();
    const body = { token: link, newPassword: NEXT };
    expect((await openBrowser(strict.app).call(resetPassword, { body })).status).toBe(200);
  });

  test('a notice waits where others have used up the mails of its recipient', async () => {
    const strict = await startAccounts(ANY_KIND, { limits: LIMITS });
    onTestFinished(() => strict.close());
    const user = await addUser(strict);
    const { browser, token } = await signIn(strict, user);
    for (let index = 0; index < 3; index += 1) {
      await openBrowser(strict.app).call(forgotPassword, { body: { email: user.username } });
      strict.clock.add(MINUTE);
    }
    const before = strict.deferred.length;
    const answer = await browser.call(changePassword, {
      params: { id: user.id },
      token,
      body: { currentPassword: PASSWORD, newPassword: NEXT },
    });
    expect(answer.status).toBe(200);
    const waiting = strict.deferred.slice(before);
    expect(waiting).toEqual([
      { subject: expect.stringMatching(/password/i), notBeforeMs: expect.any(Number) },
    ]);
    const waitMs = (waiting[0]?.notBeforeMs ?? 0) - strict.clock.now();
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(HOUR);
  });

  test('C11: an address asks for a limited number of links an hour, for whomever, and so does a /64 of IPv6 as a whole', async () => {
    const strict = await startAccounts(ANY_KIND, { limits: LOW_LIMITS });
    onTestFinished(() => strict.close());
    const { max } = LOW_LIMITS.sendFromAddress;
    let asked = 0;
    const ask = async (address: string) => {
      asked += 1;
      const body = { email: `person-${asked}@example.com` };
      return (await openBrowser(strict.app, address).call(forgotPassword, { body })).status;
    };
    for (let host = 1; host <= max; host += 1) {
      expect(await ask('198.51.100.11')).toBe(200);
      expect(await ask(`2001:db8:9:1::${host}`)).toBe(200);
    }
    expect(await ask('198.51.100.11')).toBe(429);
    expect(await ask('2001:db8:9:1:ffff::1')).toBe(429);
    expect(await ask('2001:db8:9:2::1')).toBe(200);
    strict.clock.add(HOUR - 1);
    expect(await ask('198.51.100.11')).toBe(429);
    strict.clock.add(1);
    expect(await ask('198.51.100.11')).toBe(200);
  });

  test('a reset forgets failed sign-ins, but an open second step is worth nothing any more', async () => {
    const user = await addUser(server);
    const browser = openBrowser(server.app);
    await enterPassword(browser, user);
    await browser.call(sendOtp, { body: { username: user.username } });
    const otpCode = await lastSmsCode(server, user);
    for (let index = 0; index < 5; index += 1) {
      await enterPassword(openBrowser(server.app, `192.0.2.${index}`), user, { password: 'no' });
    }
    await reset(await linkFor(user.username));
    const entered = await enterPassword(browser, user, { password: NEXT, otpCode });
    expect(entered).toMatchObject({ status: 400, body: { code: 'INVALID_CODE' } });
  });

  test('C22: changing a password keeps the session that asked and ends the others', async () => {
    const user = await addUser(server);
    const here = await signIn(server, user);
    server.clock.add(MINUTE);
    const other = await signIn(server, user);
    const change = (currentPassword: string, newPassword: string) =>
      here.browser.call(changePassword, {
        params: { id: user.id },
        token: here.token,
        body: { currentPassword, newPassword },
      });
    const same = await change(PASSWORD, PASSWORD);
    expect(same.body.message).toBe(
      'newPassword: Password can not be the same as the existing one.',
    );
    const wrong = await change('Wrong-1-pass', NEXT);
    expect(wrong).toMatchObject({
      status: 400,
      body: { message: 'currentPassword: The existing password is not correct.' },
    });
    expect((await change(PASSWORD, NEXT)).status).toBe(200);
    expect((await here.browser.call(getAccount, { token: here.token })).status).toBe(200);
    expect((await other.browser.call(getAccount, { token: other.token })).status).toBe(401);
    expect(await lastMessage(server, user.username)).toContain('Your password was changed');
  });

  test('guesses of the existing password in an open session are limited and do not lock sign-ins', async () => {
    const user = await addUser(server);
    const { browser, token } = await signIn(server, user);
    const guess = (currentPassword: string) => {
      server.clock.add(4 * SECOND);
      const body = { currentPassword, newPassword: NEXT };
      return browser.call(changePassword, { params: { id: user.id }, token, body });
    };
    for (let index = 0; index < 5; index += 1) expect((await guess('Wrong-1')).status).toBe(400);
    expect((await guess(PASSWORD)).status).toBe(400);
    expect((await enterPassword(browser, user)).body.needOtp).toBe(false);
  });

  test('C42: the password of another account is not found, by a super admin neither', async () => {
    const owner = await addUser(server);
    for (const seed of [{}, { is_super_admin: true }]) {
      const { browser, token } = await signIn(server, await addUser(server, seed));
      const body = { currentPassword: PASSWORD, newPassword: NEXT };
      const request = { params: { id: owner.id }, token, body };
      expect((await browser.call(changePassword, request)).status).toBe(404);
    }
  });

  test('a super admin needs at least 12 characters', async () => {
    const admin = await addUser(server, { is_super_admin: true });
    const refused = await reset(await linkFor(admin.username), 'Heron-22');
    expect(refused.body.message).toContain('at least 12 characters');
  });
});
