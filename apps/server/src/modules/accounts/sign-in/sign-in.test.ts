import { getAccount, login, refreshSession, sendOtp } from '@moneytrail/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANY_KIND, USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { DEMO_LIMITS } from '../limits/limits.ts';
import { findUser } from '../profile/user-store.ts';
import { createPasswordHasher } from '../secrets/password-hasher.ts';
import {
  addUser,
  enterPassword,
  lastMessage,
  lastSmsCode,
  PASSWORD,
  signIn,
  signInOn,
} from '../testing/people.ts';
import {
  DAY,
  HOUR,
  MINUTE,
  openBrowser,
  SECOND,
  startAccounts,
  type TestServer,
} from '../testing/start-accounts.ts';

const WRONG = { message: 'Incorrect email or password.', code: 'INVALID_CREDENTIALS' };

const IS_LONG = process.env.TEST_LONG === 'true';
const ATTEMPTS = IS_LONG ? 100 : 25;
/** Fewer failures of an address in `npm test`; `limits.test.ts` proves their number. */
const LIMITS_OF_GUESSING = {
  ...DEMO_LIMITS,
  signInOfAddress: { ...DEMO_LIMITS.signInOfAddress, ...(IS_LONG ? {} : { max: 6 }) },
};

describe.each(USUAL_KINDS)('signing in, on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startAccounts(kind, { limits: LIMITS_OF_GUESSING });
  });
  afterAll(() => server.close());

  const { max: mostFailures } = LIMITS_OF_GUESSING.signInOfAddress;
  const fail = async (username: string, address: string) =>
    enterPassword(openBrowser(server.app, address), { username }, { password: 'Wrong-1-pass' });

  test('an unknown device needs a code, and is then trusted for 30 days', async () => {
    const user = await addUser(server);
    const browser = openBrowser(server.app);
    const first = await enterPassword(browser, user);
    expect(first).toMatchObject({ status: 200, body: { needOtp: true } });
    await browser.call(sendOtp, { body: { username: user.username } });
    const otpCode = await lastSmsCode(server, user);
    const second = await enterPassword(browser, user, { otpCode });
    expect(second.body).toEqual({ accessToken: expect.any(String), needOtp: false });
    server.clock.add(29 * DAY);
    expect((await enterPassword(browser, user)).body).toMatchObject({ needOtp: false });
    server.clock.add(DAY + SECOND);
    expect((await enterPassword(browser, user)).body).toEqual({ needOtp: true });
  });

  test('a trusted device is trusted for its own account and device id alone', async () => {
    const [ana, ben] = [await addUser(server), await addUser(server)];
    const { browser } = await signIn(server, ana);
    expect((await enterPassword(browser, ben)).body.needOtp).toBe(true);
    const copied = openBrowser(server.app);
    for (const [name, value] of browser.cookies) copied.cookies.set(name, value);
    expect((await enterPassword(copied, ana)).body.needOtp).toBe(true);
  });

  test('C25: a super admin needs a code at every sign-in', async () => {
    const admin = await addUser(server, { is_super_admin: true });
    const { browser } = await signIn(server, admin);
    server.clock.add(MINUTE);
    expect((await enterPassword(browser, admin)).body.needOtp).toBe(true);
  });

  test('C15: the answer before the code contains no token and gives no access', async () => {
    const user = await addUser(server);
    const browser = openBrowser(server.app);
    const { body, setCookies } = await enterPassword(browser, user);
    expect(Object.keys(body)).toEqual(['needOtp']);
    expect(setCookies).toHaveLength(1);
    expect(setCookies[0]).toMatch(/^ch=[\w.-]+; Max-Age=1200; Path=\/; HttpOnly; SameSite=Strict$/);
    const { deviceId } = browser;
    const value = browser.cookies.get('ch') ?? '';
    expect((await browser.call(refreshSession, { body: { deviceId } })).status).toBe(401);
    browser.cookies.set('rt', value);
    expect((await browser.call(refreshSession, { body: { deviceId } })).status).toBe(401);
    expect((await browser.call(getAccount)).status).toBe(401);
    expect((await browser.call(getAccount, { token: value })).status).toBe(401);
  });

  test('C7: the state of an account is disclosed only to the right password', async () => {
    const states = [
      [{ is_approved: false }, 'PENDING_APPROVAL', 'Your account is awaiting admin approval.'],
      [
        { access_revoked: true },
        'ACCESS_REVOKED',
        'Your access has been revoked. Please contact us.',
      ],
      [
        { seat_suspended_by_parent: true },
        'SEAT_SUSPENDED',
        'Your access has been suspended by your main user. Please contact them.',
      ],
      [{ is_demo: true }, 'ACCESS_REVOKED', 'Your access has been revoked. Please contact us.'],
    ] as const;
    const unknown = await fail('nobody@example.com', '198.51.100.1');
    for (const [index, [seed, code, message]] of states.entries()) {
      const user = await addUser(server, seed);
      const wrong = await fail(user.username, `198.51.101.${index}`);
      expect(wrong.status).toBe(unknown.status);
      expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
      const right = await enterPassword(openBrowser(server.app), user);
      expect(right).toMatchObject({ status: 403, body: { code, message }, setCookies: [] });
    }
  });

  test('an address is the same in any case and with blanks around it', async () => {
    const user = await addUser(server, { username: 'case@example.com' });
    const browser = openBrowser(server.app);
    const written = { username: '  Case@EXAMPLE.com ' };
    expect((await enterPassword(browser, written)).body).toEqual({ needOtp: true });
    expect(user.username).toBe('case@example.com');
  });

  test('C2: a password is neither trimmed nor cut', async () => {
    const user = await addUser(server);
    for (const password of [`${PASSWORD} `, ` ${PASSWORD}`, PASSWORD.slice(0, -1)]) {
      const answer = await enterPassword(openBrowser(server.app, '198.51.102.1'), user, {
        password,
      });
      expect(answer).toMatchObject({ status: 401, body: WRONG });
      server.clock.add(11 * SECOND);
    }
  });

  test('C5: the account is locked by the fifth failure in 15 minutes, for 30 s, then 60 s, at most 15 min', async () => {
    const user = await addUser(server);
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await fail(user.username, `198.51.103.${attempt}`);
      server.clock.add(3 * MINUTE);
    }
    expect((await enterPassword(openBrowser(server.app), user)).body.needOtp).toBe(true);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await fail(user.username, `198.51.104.${attempt}`);
    }
    const waits = [30, 60, 120, 240, 480, 900, 900];
    for (const [round, wait] of waits.entries()) {
      server.clock.add((wait - 1) * SECOND);
      const early = await enterPassword(openBrowser(server.app, `198.51.105.${round}`), user);
      expect(early).toMatchObject({ status: 401, body: WRONG });
      server.clock.add(SECOND);
      if (round < waits.length - 1) await fail(user.username, `198.51.106.${round}`);
    }
    expect((await enterPassword(openBrowser(server.app), user)).body.needOtp).toBe(true);
    const mails = (await server.mailbox.list()).filter((mail) => mail.to === user.username);
    expect(mails.filter((mail) => mail.subject?.includes('failed sign-ins'))).toHaveLength(1);
  });

  test('C5: four failures older than 15 minutes lock nothing', async () => {
    const user = await addUser(server);
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await fail(user.username, `198.51.107.${attempt}`);
    }
    server.clock.add(15 * MINUTE);
    await fail(user.username, '198.51.107.9');
    expect((await enterPassword(openBrowser(server.app), user)).status).toBe(200);
  });

  test('C5: after 12 hours of quiet the wait begins at 30 s again', async () => {
    const user = await addUser(server);
    const failTimes = async (times: number, net: number) => {
      for (let attempt = 0; attempt < times; attempt += 1) {
        await fail(user.username, `198.51.${net}.${attempt}`);
      }
    };
    await failTimes(5, 108);
    server.clock.add(30 * SECOND);
    await failTimes(1, 109);
    server.clock.add(MINUTE + 12 * HOUR);
    await failTimes(4, 110);
    expect((await enterPassword(openBrowser(server.app), user)).status).toBe(200);
  });

  test('C5: an address with too many failures in 15 minutes must wait, for every account', async () => {
    const address = '198.51.111.1';
    for (let attempt = 0; attempt < mostFailures; attempt += 1) {
      expect((await fail(`try${attempt}@example.com`, address)).status).toBe(401);
    }
    expect((await fail('try99@example.com', address)).status).toBe(429);
    server.clock.add(15 * MINUTE - 1);
    expect((await fail('try99@example.com', address)).status).toBe(429);
    server.clock.add(1);
    expect((await fail('try99@example.com', address)).status).toBe(401);
  });

  test('C11: the addresses of one /64 of IPv6 count as one where sign-ins fail', async () => {
    const user = await addUser(server);
    for (const host of [1, 2, 3]) await fail(user.username, `2001:db8:7:1::${host}`);
    expect((await fail(user.username, '2001:db8:7:1:ffff::4')).status).toBe(429);
    expect((await fail(user.username, '2001:db8:7:2::1')).status).toBe(401);
    for (let attempt = 0; attempt < mostFailures; attempt += 1) {
      const address = `2001:db8:7:3::${attempt + 1}`;
      expect((await fail(`six${attempt}@example.com`, address)).status).toBe(401);
    }
    expect((await fail('six99@example.com', '2001:db8:7:3:ffff::1')).status).toBe(429);
    expect((await fail('six99@example.com', '2001:db8:7:4::1')).status).toBe(401);
  });

  test('C5: one address fails three times in 10 s on an account, known or not', async () => {
    const user = await addUser(server);
    for (const [net, username] of [user.username, 'absent@example.com'].entries()) {
      const address = `198.51.112.${net}`;
      for (let attempt = 0; attempt < 3; attempt += 1) await fail(username, address);
      expect((await fail(username, address)).status).toBe(429);
      server.clock.add(10 * SECOND - 1);
      expect((await fail(username, address)).status).toBe(429);
      server.clock.add(1);
      expect((await fail(username, address)).status).toBe(401);
    }
  });

  test('C5: a locked account answers the right password like a wrong one, and notifies its owner once', async () => {
    const user = await addUser(server);
    for (let attempt = 0; attempt < 7; attempt += 1) {
      await fail(user.username, `198.51.113.${attempt}`);
    }
    const right = await enterPassword(openBrowser(server.app), user);
    const wrong = await fail('unheard@example.com', '198.51.113.99');
    expect({ ...right.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' });
    expect(await lastMessage(server, user.username)).toContain('A wrong password was entered');
    const mails = (await server.mailbox.list()).filter((mail) => mail.to === user.username);
    expect(mails).toHaveLength(1);
  });

  test('C6: a trusted device signs in while strangers have locked the account', async () => {
    const user = await addUser(server);
    const { browser } = await signIn(server, user);
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await fail(user.username, `198.51.114.${attempt}`);
    }
    expect((await enterPassword(openBrowser(server.app), user)).status).toBe(401);
    expect((await enterPassword(browser, user)).body.needOtp).toBe(false);
  });

  test('C12: of many attempts at once no more are looked at than the account has left', async () => {
    const user = await addUser(server);
    const answers = await Promise.all(
      Array.from({ length: ATTEMPTS }, (_, index) => fail(user.username, `198.51.115.${index}`)),
    );
    expect(answers.every((answer) => answer.status === 401)).toBe(true);
    const entries = await server.database.db
      .selectFrom('audit_entries')
      .select('action')
      .where('subject_id', '=', user.id)
      .execute();
    const count = (action: string) => entries.filter((entry) => entry.action === action).length;
    expect(count('sign-in.refused')).toBe(5);
    expect(count('sign-in.locked')).toBe(ATTEMPTS - 5);
  });

  test('C8: a sign-in on a browser ends the session it held, whoever’s it was', async () => {
    const [ana, ben] = [await addUser(server), await addUser(server)];
    const { browser, token } = await signIn(server, ana);
    const old = browser.cookies.get('rt');
    await signInOn(server, browser, ben);
    expect(browser.cookies.get('rt')).not.toBe(old);
    expect((await browser.call(getAccount, { token })).status).toBe(401);
    browser.cookies.set('rt', old ?? '');
    const { deviceId } = browser;
    expect((await browser.call(refreshSession, { body: { deviceId } })).status).toBe(401);
  });

  test('a sign-in on a new device is mailed to the owner, the first one ever is not', async () => {
    const user = await addUser(server);
    await signIn(server, user);
    expect(await lastMessage(server, user.username)).toBe('');
    server.clock.add(MINUTE);
    await signIn(server, user);
    expect(await lastMessage(server, user.username)).toContain('Sign-in on a new device');
  });

  test('C1: a hash weaker than a new one would be is replaced at the next sign-in', async () => {
    const weak = createPasswordHasher({ memoryKiB: 32, passes: 1 });
    const user = await addUser(server, { password_hash: await weak.hash(PASSWORD) });
    await enterPassword(openBrowser(server.app), user);
    const upgraded = await findUser(server.database.db, user.id);
    expect(upgraded?.password_hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$[\w+/]{22}\$/);
    expect((await enterPassword(openBrowser(server.app), user)).status).toBe(200);
  });

  test.each([
    [{ username: '' }, 'username: Email is required'],
    [{ username: 'nobody' }, 'username: Email must be valid'],
    [{ password: '' }, 'password: Password is required'],
    [{ password: undefined }, 'password: Password is required'],
    [{ deviceId: 'x' }, 'deviceId: Device id is not valid'],
    [{ otpCode: '12345' }, 'otpCode: Code must be 6 characters long'],
    [{ otpCode: '123456', recoveryCode: 'ABCDEF' }, 'otpCode: Send one code, not both'],
    [{ isSuperAdmin: true }, 'isSuperAdmin: '],
  ])('C32: %j is refused and named', async (wrong, message) => {
    const browser = openBrowser(server.app);
    const { deviceId } = browser;
    const body = { username: 'a@b.co', password: PASSWORD, deviceId, ...wrong };
    const answer = await browser.call(login, { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect(answer.body.message).toContain(message);
  });
});

test('C12: while limits are unreachable nobody signs in, and the answer is 503', async () => {
  const server = await startAccounts(ANY_KIND);
  const user = await addUser(server);
  await server.database.close();
  const answer = await enterPassword(openBrowser(server.app), user);
  expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  expect(answer.text).not.toMatch(/select|pool|ECONN/i);
  await server.app.close();
});
