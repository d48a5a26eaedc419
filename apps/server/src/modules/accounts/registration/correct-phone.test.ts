import { approveUser, correctPhone } from '@moneytrail/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { LIMITS } from '../limits/limits.ts';
import { findUser, type UserRow } from '../profile/user-store.ts';
import {
  addUser,
  alterUser,
  enterPassword,
  lastMessage,
  PASSWORD,
  signIn,
} from '../testing/people.ts';
import { DAY, openBrowser, startAccounts, type TestServer } from '../testing/start-accounts.ts';

const NUMBER = { phone: '083 456 7890', phoneCountry: 'ZA' };
const NUMBER_E164 = '+27834567890';

describe.each(USUAL_KINDS)('correcting the number of a new account, on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startAccounts(kind);
  });
  afterAll(() => server.close());

  const addPending = (seed: Parameters<typeof addUser>[1] = {}) =>
    addUser(server, { is_approved: false, email_confirmed_at_ms: null, ...seed });
  const correct = (user: Pick<UserRow, 'username'>, change: Record<string, unknown> = {}) => {
    const browser = openBrowser(server.app);
    const { deviceId } = browser;
    const body = { username: user.username, password: PASSWORD, deviceId, ...NUMBER, ...change };
    return browser.call(correctPhone, { body });
  };
  const numberOf = async ({ id }: UserRow) => (await findUser(server.database.db, id))?.phone_e164;
  const auditOf = async ({ id }: UserRow) => {
    const { db } = server.database;
    return db
      .selectFrom('audit_entries')
      .select(['action', 'actor_id'])
      .where('subject_id', '=', id)
      .where('action', '=', 'account.phone-corrected')
      .execute();
  };

  test('an account awaiting approval gets another number by its password, its address is told, and codes go there', async () => {
    const user = await addPending();
    const former = user.phone_e164 ?? '';
    const told = (await enterPassword(openBrowser(server.app), user)).body;
    expect(told).toMatchObject({ code: 'PENDING_APPROVAL', phoneEnding: former.slice(-3) });
    expect(await correct(user)).toMatchObject({ status: 200, body: { phoneEnding: '890' } });
    expect(await numberOf(user)).toBe(NUMBER_E164);
    expect(await auditOf(user)).toEqual([{ action: 'account.phone-corrected', actor_id: user.id }]);
    expect(await lastMessage(server, user.username)).toContain('codes are sent to the new number');
    // It may belong to a stranger.
    expect(await lastMessage(server, former)).toBe('');
    await alterUser(server, user, { is_approved: true });
    const corrected = (await findUser(server.database.db, user.id)) ?? user;
    expect((await signIn(server, corrected)).token).toBeTruthy();
  });

  test('an equal number changes nothing', async () => {
    const user = await addPending({ phone_e164: NUMBER_E164 });
    expect(await correct(user)).toMatchObject({ status: 200 });
    expect(await auditOf(user)).toEqual([]);
    expect(await lastMessage(server, user.username)).toBe('');
  });

  test('a wrong password is refused like that of a sign-in, and counts with those', async () => {
    const user = await addPending();
    const wrong = { status: 401, body: { code: 'INVALID_CREDENTIALS' } };
    for (let failure = 0; failure < LIMITS.signInOfAccount.failures; failure += 1) {
      expect(await correct(user, { password: 'Wrong-1-pass' })).toMatchObject(wrong);
      server.clock.add(LIMITS.signInOfAddressAndAccount.windowMs);
    }
    expect(await correct(user)).toMatchObject(wrong);
    expect(await enterPassword(openBrowser(server.app), user)).toMatchObject(wrong);
    expect(await numberOf(user)).toBe(user.phone_e164);
  });

  test.each([
    ['approved', { is_approved: true }, 'CONFLICT'],
    ['revoked', { access_revoked: true }, 'ACCESS_REVOKED'],
  ])('an account that is %s keeps its number', async (_, state, code) => {
    const user = await addPending();
    await alterUser(server, user, state);
    expect((await correct(user)).body).toMatchObject({ code });
    expect(await numberOf(user)).toBe(user.phone_e164);
    expect(await auditOf(user)).toEqual([]);
  });

  test('an administrator’s approval ends it', async () => {
    const administrator = await addUser(server, { is_super_admin: true });
    const { browser, token } = await signIn(server, administrator);
    const user = await addPending();
    await browser.call(approveUser, { params: { id: user.id }, token });
    expect((await correct(user)).body).toMatchObject({ code: 'CONFLICT' });
  });

  test.each([
    ['not a number', '082 555', 'phone: Phone number must be valid'],
    ['a landline', '011 555 0101', /^phone: Phone number must be a mobile number/],
  ])('%s is refused at its field', async (_, phone, message) => {
    const user = await addPending();
    const answer = await correct(user, { phone });
    expect(answer).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(message) },
    });
    expect(await numberOf(user)).toBe(user.phone_e164);
  });

  test('five corrections a day are allowed', async () => {
    const user = await addPending();
    const { max } = LIMITS.phoneCorrections;
    for (let last = 0; last < max; last += 1) {
      expect((await correct(user, { phone: `083 456 789${last}` })).status).toBe(200);
    }
    expect((await correct(user)).status).toBe(429);
    server.clock.add(DAY);
    expect((await correct(user)).status).toBe(200);
  });
});
