import { forgotPassword, requestRecovery, sendOtp } from '@moneytrail/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANY_KIND, USUAL_KINDS } from '../../../db/testing/test-database.ts';
import type { UserRow } from '../profile/user-store.ts';
import {
  addUser,
  enterPassword,
  lastMessage,
  lastRecoveryCode,
  lastSmsCode,
} from '../testing/people.ts';
import {
  type Browser,
  DAY,
  HOUR,
  LOW_LIMITS,
  MINUTE,
  openBrowser,
  SECOND,
  startAccounts,
  type TestServer,
} from '../testing/start-accounts.ts';

const WRONG = { code: 'INVALID_CODE', message: 'The code is not correct or has expired.' };
const ENDED = { code: 'CHALLENGE_ENDED', message: 'Too many attempts. Please sign in again.' };

describe.each(USUAL_KINDS)('codes, on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startAccounts(kind);
  });
  afterAll(() => server.close());

  const send = (browser: Browser, user: UserRow) =>
    browser.call(sendOtp, { body: { username: user.username } });
  const recover = (browser: Browser, user: UserRow) =>
    browser.call(requestRecovery, { body: { username: user.username } });
  const sentTo = async (to: string | null) =>
    (await server.mailbox.list()).filter((message) => message.to === to);

  /** A browser at the second step, with the code that was sent to it. */
  async function atSecondStep(user: UserRow, address?: string) {
    const browser = openBrowser(server.app, address);
    await enterPassword(browser, user);
    await send(browser, user);
    return { browser, code: await lastSmsCode(server, user) };
  }
  const other = (code: string) => (code === '000000' ? '000001' : '000000');

  test('C9: a code is six digits, is sent to the account, and is stored as a keyed hash', async () => {
    const user = await addUser(server);
    const { code } = await atSecondStep(user);
    expect(code).toMatch(/^\d{6}$/);
    const rows = await server.database.db
      .selectFrom('challenges')
      .selectAll()
      .where('user_id', '=', user.id)
      .execute();
    expect(rows[0]?.sms_hash).toHaveLength(32);
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  test('C9: a code is good once, in its challenge, on its device, for 10 minutes, and only the newest', async () => {
    const user = await addUser(server);
    const { browser, code } = await atSecondStep(user);
    const elsewhere = openBrowser(server.app);
    await enterPassword(elsewhere, user);
    const refused = [
      await enterPassword(elsewhere, user, { otpCode: code }),
      await enterPassword(browser, user, { otpCode: code, deviceId: elsewhere.deviceId }),
      await enterPassword(openBrowser(server.app), user, { otpCode: code }),
    ];
    server.clock.add(MINUTE);
    await send(browser, user);
    const newest = await lastSmsCode(server, user);
    if (newest !== code) refused.push(await enterPassword(browser, user, { otpCode: code }));
    for (const answer of refused) expect(answer).toMatchObject({ status: 400, body: WRONG });
    expect((await enterPassword(browser, user, { otpCode: newest })).status).toBe(200);
    browser.cookies.delete([...browser.cookies.keys()].find((name) => name.startsWith('td')) ?? '');
    const reused = await enterPassword(browser, user, { otpCode: newest });
    expect(reused).toMatchObject({ status: 400, body: WRONG });
  });

  test('C9: a queued message expires with the code or the link in it', async () => {
    const user = await addUser(server);
    const { browser } = await atSecondStep(user);
    await recover(browser, user);
    await browser.call(forgotPassword, { body: { email: user.username } });
    const nowMs = server.clock.now();
    expect(server.outgoing.slice(-3)).toMatchObject([
      { channel: 'sms', expiresAtMs: nowMs + 10 * MINUTE },
      { channel: 'email', expiresAtMs: nowMs + 10 * MINUTE },
      { channel: 'email', expiresAtMs: nowMs + 30 * MINUTE },
    ]);
  });

  test.each([
    [10 * MINUTE, 200],
    [10 * MINUTE + SECOND, 400],
  ])('C9: %i ms after it was sent a code is answered %i', async (ageMs, status) => {
    const user = await addUser(server);
    const { browser, code } = await atSecondStep(user);
    server.clock.add(ageMs);
    expect((await enterPassword(browser, user, { otpCode: code })).status).toBe(status);
  });

  test('C10: of 20 parallel wrong codes at most 5 are looked at, then the challenge is over', async () => {
    const user = await addUser(server);
    const { browser, code } = await atSecondStep(user);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => enterPassword(browser, user, { otpCode: other(code) })),
    );
    const count = (wanted: string) => answers.filter(({ body }) => body.code === wanted).length;
    expect(count('INVALID_CODE') + count('CHALLENGE_ENDED')).toBe(20);
    expect(count('INVALID_CODE')).toBe(4);
    const right = await enterPassword(browser, user, { otpCode: code });
    expect(right).toMatchObject({ status: 400, body: ENDED });
    const row = await server.database.db
      .selectFrom('challenges')
      .select('tries')
      .where('user_id', '=', user.id)
      .executeTakeFirst();
    expect(row?.tries).toBe(5);
  });

  test('C10: three parallel right codes open exactly one session', async () => {
    const user = await addUser(server);
    const { browser, code } = await atSecondStep(user);
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => enterPassword(browser, user, { otpCode: code })),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const sessions = await server.database.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', user.id)
      .execute();
    expect(sessions).toHaveLength(1);
  });

  test('C10: ten wrong codes across challenges and factors lock the second step for 15 minutes', async () => {
    const user = await addUser(server);
    for (let round = 0; round < 2; round += 1) {
      const { browser, code } = await atSecondStep(user);
      for (let attempt = 0; attempt < 3; attempt += 1) {
        await enterPassword(browser, user, { otpCode: other(code) });
      }
      for (let attempt = 0; attempt < 2; attempt += 1) {
        await enterPassword(browser, user, { recoveryCode: 'AAAAAA' });
      }
      server.clock.add(MINUTE);
    }
    server.clock.add(14 * MINUTE - SECOND);
    const early = await atSecondStep(user);
    const refused = await enterPassword(early.browser, user, { otpCode: early.code });
    expect(refused).toMatchObject({ status: 400, body: ENDED });
    server.clock.add(MINUTE);
    const { browser, code } = await atSecondStep(user);
    expect((await enterPassword(browser, user, { otpCode: code })).status).toBe(200);
  });

  test('S9, C11: without a password-proven challenge the answer is the same and nothing is sent', async () => {
    const user = await addUser(server);
    const stranger = openBrowser(server.app);
    const known = [await send(stranger, user), await recover(stranger, user)];
    const unknown = await stranger.call(sendOtp, { body: { username: 'nobody@example.com' } });
    for (const answer of known) {
      expect(answer).toMatchObject({ status: 200, body: unknown.body });
      expect(Object.keys(answer.body)).toEqual(Object.keys(unknown.body));
    }
    expect(unknown.body).toEqual({
      isSent: true,
      hasCode: true,
      nextAvailableAt: server.clock.now() + MINUTE,
      cooldownSeconds: 60,
    });
    expect(await sentTo(user.phone_e164)).toEqual([]);
    expect(await sentTo(user.username)).toEqual([]);
  });

  test('C11: a challenge opens the sending of codes for 10 minutes', async () => {
    const user = await addUser(server);
    const browser = openBrowser(server.app);
    await enterPassword(browser, user);
    server.clock.add(10 * MINUTE + 1);
    expect((await send(browser, user)).status).toBe(200);
    expect(await sentTo(user.phone_e164)).toEqual([]);
  });

  test('the password entered twice goes on with the same wait: the code of a moment ago is good', async () => {
    const user = await addUser(server);
    const { browser, code } = await atSecondStep(user);
    server.clock.add(10 * SECOND);
    expect((await enterPassword(browser, user)).body).toEqual({ needOtp: true });
    expect((await send(browser, user)).body).toMatchObject({ isSent: false });
    expect(await sentTo(user.phone_e164)).toHaveLength(1);
    expect((await enterPassword(browser, user, { otpCode: code })).status).toBe(200);
  });

  test('during the cooldown another device learns that the code is not for it', async () => {
    const user = await addUser(server);
    await atSecondStep(user);
    const other = openBrowser(server.app);
    await enterPassword(other, user);
    const told = { isSent: false, hasCode: false, codeWasFor: 'other-device' };
    expect((await send(other, user)).body).toMatchObject(told);
    server.clock.add(MINUTE);
    expect((await send(other, user)).body).toMatchObject({ isSent: true, hasCode: true });
  });

  test('during the cooldown the next sign-in on a device learns that the code was for the one before', async () => {
    const user = await addUser(server, { is_super_admin: true });
    const { browser, code } = await atSecondStep(user);
    expect((await enterPassword(browser, user, { otpCode: code })).status).toBe(200);
    await enterPassword(browser, user);
    const told = { isSent: false, hasCode: false, codeWasFor: 'earlier-sign-in' };
    expect((await send(browser, user)).body).toMatchObject(told);
  });

  test('the end of the number that a code went to is told after the right password alone', async () => {
    const user = await addUser(server);
    const stranger = openBrowser(server.app);
    expect((await send(stranger, user)).body).not.toHaveProperty('phoneEnding');
    const browser = openBrowser(server.app);
    await enterPassword(browser, user);
    expect((await send(browser, user)).body.phoneEnding).toBe(user.phone_e164?.slice(-3));
    expect((await recover(browser, user)).body).not.toHaveProperty('phoneEnding');
  });

  test('the password entered twice gives no further tries', async () => {
    const user = await addUser(server);
    const { browser, code } = await atSecondStep(user);
    const otpCode = code === '000000' ? '111111' : '000000';
    for (let index = 0; index < 4; index += 1) {
      await enterPassword(browser, user);
      await enterPassword(browser, user, { otpCode });
      server.clock.add(10 * SECOND);
    }
    await enterPassword(browser, user);
    const last = await enterPassword(browser, user, { otpCode });
    expect(last.body).toMatchObject({ code: 'CHALLENGE_ENDED' });
  });

  test('a code requested again during the cooldown is not sent again, and the answer gives the cooldown', async () => {
    const user = await addUser(server);
    const { browser, code } = await atSecondStep(user);
    server.clock.add(40 * SECOND);
    const again = await send(browser, user);
    expect(again.body).toEqual({
      isSent: false,
      hasCode: true,
      phoneEnding: user.phone_e164?.slice(-3),
      nextAvailableAt: server.clock.now() + 20 * SECOND,
      cooldownSeconds: 20,
    });
    expect(await sentTo(user.phone_e164)).toHaveLength(1);
    expect((await enterPassword(browser, user, { otpCode: code })).status).toBe(200);
  });

  test('S13, C13: a recovery code comes by mail, is case-insensitive, and its use is notified', async () => {
    const user = await addUser(server);
    const { browser } = await atSecondStep(user);
    expect((await recover(browser, user)).status).toBe(200);
    const code = await lastRecoveryCode(server, user);
    const answer = await enterPassword(browser, user, { recoveryCode: code.toLowerCase() });
    expect(answer.body).toMatchObject({ needOtp: false });
    expect(await lastMessage(server, user.username)).toContain('A recovery code was used');
    expect(await lastMessage(server, user.phone_e164 ?? '')).toContain('a recovery code was used');
  });

  test('C9: an SMS code is no recovery code', async () => {
    const user = await addUser(server);
    const { browser, code } = await atSecondStep(user);
    const answer = await enterPassword(browser, user, { recoveryCode: code });
    expect(answer).toMatchObject({ status: 400, body: WRONG });
  });

  test('C13: eight recovery codes are good in 30 days, the ninth is not', async () => {
    const user = await addUser(server);
    const use = async () => {
      const browser = openBrowser(server.app);
      await enterPassword(browser, user);
      await recover(browser, user);
      const recoveryCode = await lastRecoveryCode(server, user);
      const { status } = await enterPassword(browser, user, { recoveryCode });
      // The notice of this sign-in comes before the next code.
      await server.messagesSent();
      return status;
    };
    for (let index = 0; index < 8; index += 1) {
      expect(await use()).toBe(200);
      server.clock.add(DAY);
    }
    expect(await use()).toBe(429);
    server.clock.add(22 * DAY);
    expect(await use()).toBe(200);
  });

  test('a provider that refuses the message fails no request, and nothing of it is disclosed', async () => {
    const failing = { send: async () => Promise.reject(new Error('no route to +27821234567')) };
    const broken = await startAccounts(ANY_KIND, { sms: failing });
    const user = await addUser(broken);
    const browser = openBrowser(broken.app);
    await enterPassword(browser, user);
    const answer = await browser.call(sendOtp, { body: { username: user.username } });
    expect(answer).toMatchObject({ status: 200, body: { isSent: true } });
    expect(answer.text).not.toContain('+27');
    await broken.close();
  });
});

describe('C11: limits of sending', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startAccounts(ANY_KIND, { limits: LOW_LIMITS });
  });
  afterAll(() => server.close());

  /** Asks for a code with the right password; true if one was sent. */
  async function isSent(user: UserRow, address: string): Promise<boolean | 429> {
    const count = () =>
      server.outgoing.filter(({ channel, to }) => channel === 'sms' && to === user.phone_e164)
        .length;
    const browser = openBrowser(server.app, address);
    await enterPassword(browser, user);
    const before = count();
    const answer = await browser.call(sendOtp, { body: { username: user.username } });
    return answer.status === 429 ? 429 : count() > before;
  }
  const address = (net: number, host: number) => `10.${net >> 8}.${net & 255}.${host}`;

  test('of one account: 1 in 60 s, 5 in an hour, 10 in a day', async () => {
    const user = await addUser(server);
    expect(await isSent(user, address(1, 1))).toBe(true);
    server.clock.add(MINUTE - 1);
    expect(await isSent(user, address(2, 1))).toBe(false);
    server.clock.add(1);
    for (let index = 0; index < 4; index += 1) {
      expect(await isSent(user, address(3 + index, 1))).toBe(true);
      server.clock.add(MINUTE);
    }
    expect(await isSent(user, address(7, 1))).toBe(429);
    server.clock.add(55 * MINUTE);
    for (let index = 0; index < 5; index += 1) {
      expect(await isSent(user, address(8 + index, 1))).toBe(true);
      server.clock.add(MINUTE);
    }
    server.clock.add(2 * HOUR);
    expect(await isSent(user, address(20, 1))).toBe(429);
    server.clock.add(21 * HOUR);
    expect(await isSent(user, address(21, 1))).toBe(true);
  });

  test('addresses of one network have a limit of an hour that they use together', async () => {
    server.clock.add(DAY);
    for (let index = 0; index < LOW_LIMITS.sendFromNetwork.max; index += 1) {
      const user = await addUser(server);
      expect(await isSent(user, address(30, index))).toBe(true);
    }
    const next = await addUser(server, { phone_country: 'US' });
    expect(await isSent(next, address(30, 99))).toBe(429);
    expect(await isSent(next, address(31, 1))).toBe(true);
  });

  test('messages to one country have a limit of an hour, wherever they are asked for', async () => {
    server.clock.add(DAY);
    const { max } = LOW_LIMITS.sendToOtherCountry;
    for (let index = 0; index < max; index += 1) {
      const user = await addUser(server, { phone_country: 'BR' });
      expect(await isSent(user, address(40 + index, 1))).toBe(true);
      const alarms = server.logged.filter((line) => line.startsWith('half of the SMS'));
      expect(alarms).toHaveLength(index < max / 2 - 1 ? 0 : 1);
    }
    const next = await addUser(server, { phone_country: 'BR' });
    expect(await isSent(next, address(70, 1))).toBe(429);
    expect(server.logged.join()).toContain('all SMS of an hour to a country are used');
    const elsewhere = await addUser(server, { phone_country: 'PT' });
    expect(await isSent(elsewhere, address(71, 1))).toBe(true);
    server.clock.add(HOUR);
    expect(await isSent(next, address(72, 1))).toBe(true);
  });

  test('a /64 of IPv6 has one limit of an hour, whichever of its addresses asks', async () => {
    server.clock.add(DAY);
    for (let index = 0; index < LOW_LIMITS.sendFromAddress.max; index += 1) {
      expect(await isSent(await addUser(server), `2001:db8:1:2::${index + 1}`)).toBe(true);
    }
    expect(await isSent(await addUser(server), '2001:db8:1:2:ffff::1')).toBe(429);
    expect(await isSent(await addUser(server), '2001:db8:1:3::1')).toBe(true);
  });

  test('recovery codes count among the three mails an hour of their recipient', async () => {
    server.clock.add(DAY);
    const user = await addUser(server);
    const browser = openBrowser(server.app, address(80, 1));
    await enterPassword(browser, user);
    const outcomes: number[] = [];
    for (let index = 0; index < 4; index += 1) {
      const answer = await browser.call(requestRecovery, { body: { username: user.username } });
      outcomes.push(answer.status);
      server.clock.add(MINUTE);
    }
    expect(outcomes).toEqual([200, 200, 200, 429]);
  });
});
