import { getAccount, refreshSession, sendOtp, updateUser, verifyOtp } from '@moneytrail/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { yearlyPlan } from '../demo/demo-accounts.ts';
import type { UserSeed } from '../registration/new-user.ts';
import { addUser, enterPassword, lastMessage, type SignedIn, signIn } from '../testing/people.ts';
import {
  DAY,
  MINUTE,
  openBrowser,
  SECOND,
  startAccounts,
  type TestServer,
} from '../testing/start-accounts.ts';
import { findUser, setStanding, type UserRow } from './user-store.ts';

const NEW_NUMBER = '+27834567890';
/** The allow-list of fields; with those of a subscription if there is one. */
const KEYS = `
  _id username firstName lastName userType isSuperAdmin
  permissions permissions.isDetailedSummaryAllowed permissions.isSuffixAllowed
  feedAccess feedAccess.isBVGAllowed feedAccess.isFMPAllowed feedAccess.isBitfinexAllowed
  feedAccess.isTiingoAllowed phoneE164 phoneCountry tradingViewUsername isApproved isEmailConfirmed accessRevoked
  isSubUser parentUserId parentHasPaid parentPaymentValidUntil hasPaid paymentValidUntil
  paymentDetails hasSubscriptionOverride subscription
`;
const SUBSCRIPTION_KEYS = `
  displayName plan isActive isInTrial trialEnds isProcessing isPastDue isPaused hasUsedTrial provider
  startDate endDate renewsAt amount currency canResume permissions permissions.isDetailedSummaryAllowed
  permissions.isSuffixAllowed paypalStatus lemonStatus
`;
const wordsOf = (text: string) => text.trim().split(/\s+/);

/** The names of all fields of an answer, those inside others after a dot. */
function keysOf(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const name = `${prefix}${key}`;
    return typeof inner === 'object' && inner !== null
      ? [name, ...keysOf(inner, `${name}.`)]
      : [name];
  });
}

describe.each(USUAL_KINDS)("one's own account, on %s", (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startAccounts(kind);
  });
  afterAll(() => server.close());

  async function signedIn(seed: Partial<UserSeed> = {}): Promise<SignedIn & { user: UserRow }> {
    const user = await addUser(server, seed);
    return { user, ...(await signIn(server, user)) };
  }
  const update = (by: SignedIn, id: string, body: Record<string, unknown>) =>
    by.browser.call(updateUser, { params: { id }, token: by.token, body });
  const smsCodeTo = async (number: string) =>
    /code is (\d{6})/.exec(await lastMessage(server, number))?.[1] ?? '';
  const confirm = (by: SignedIn & { user: UserRow }, code: string) =>
    by.browser.call(verifyOtp, { token: by.token, body: { username: by.user.username, code } });

  /** A main account that has paid unless told otherwise, with rights that differ from those a new one has. */
  const addParent = (payment: Partial<UserSeed> = {}) =>
    addUser(server, {
      user_type: 'commercial',
      has_paid: true,
      payment_valid_until: '2026-12-31',
      is_detailed_summary_allowed: true,
      is_fmp_allowed: false,
      ...payment,
    });

  test('C43, U18: every kind of user sees exactly the same list of fields, never an array', async () => {
    const parent = await addParent();
    const commercial = { user_type: 'commercial', has_paid: true } as const;
    const seeds: [kind: string, seed: Partial<UserSeed>][] = [
      ['retail unpaid', {}],
      ['retail paid', {}],
      ['commercial', { ...commercial, payment_valid_until: '2026-05-01' }],
      ['commercial expired', { ...commercial, payment_valid_until: '2025-05-01' }],
      ['sub-user', { user_type: 'commercial', parent_user_id: parent.id }],
      ['super admin', { is_super_admin: true }],
    ];
    for (const [who, seed] of seeds) {
      const { browser, token, user } = await signedIn(seed);
      const keys = wordsOf(KEYS);
      if (who === 'retail paid') {
        const span = { startMs: server.clock.now(), endMs: server.clock.now() + DAY };
        await setStanding(server.database.db, user.id, yearlyPlan(span));
        keys.push(...wordsOf(SUBSCRIPTION_KEYS).map((key) => `subscription.${key}`));
        server.accounts.services.accessChanged([user.id]);
      }
      const { body, text } = await browser.call(getAccount, { token });
      expect([who, keysOf(body).sort()]).toEqual([who, keys.sort()]);
      expect(text).not.toMatch(/argon2|password_|seed|secret|hash/);
    }
  });

  test.each([
    { what: 'paid', has_paid: true, payment_valid_until: '2026-12-31' },
    { what: 'not paid', has_paid: false, payment_valid_until: null },
  ])(
    'U9: a sub-user is shown the rights of a main account that has $what, and its payment',
    async ({ has_paid, payment_valid_until }) => {
      const parent = await addParent({ has_paid, payment_valid_until });
      const { browser, token } = await signedIn({ parent_user_id: parent.id });
      const { body } = await browser.call(getAccount, { token });
      expect(body).toMatchObject({
        isSubUser: true,
        parentUserId: parent.id,
        parentHasPaid: has_paid,
        parentPaymentValidUntil: payment_valid_until,
        hasPaid: false,
        permissions: { isDetailedSummaryAllowed: true },
        feedAccess: { isFMPAllowed: false },
      });
    },
  );

  test('U16: a new number is pending until its code is entered, then the old number and the address are notified', async () => {
    const me = await signedIn();
    const { user } = me;
    const old = user.phone_e164 ?? '';
    server.clock.add(MINUTE);
    const asked = await update(me, user.id, { phone: '083 456 7890', phoneCountry: 'ZA' });
    expect(asked).toMatchObject({ status: 200, body: { needOtp: true, cooldownSeconds: 60 } });
    expect(await findUser(server.database.db, user.id)).toMatchObject({ phone_e164: old });
    const code = await smsCodeTo(NEW_NUMBER);
    const wrong = await confirm(me, code === '000000' ? '111111' : '000000');
    expect(wrong).toMatchObject({ status: 400, body: { code: 'INVALID_CODE' } });
    const right = await confirm(me, code);
    expect(right.body).toEqual({ phoneE164: NEW_NUMBER, phoneCountry: 'ZA' });
    expect(await findUser(server.database.db, user.id)).toMatchObject({ phone_e164: NEW_NUMBER });
    expect(await lastMessage(server, old)).toContain('another number');
    expect(await lastMessage(server, user.username)).toContain('Your phone number was changed');
    expect((await confirm(me, code)).status).toBe(400);
  });

  test('another code for the new number comes after the pause, and the first is worth nothing', async () => {
    const me = await signedIn();
    await update(me, me.user.id, { phone: '083 456 7891', phoneCountry: 'ZA' });
    const first = await smsCodeTo('+27834567891');
    server.clock.add(MINUTE);
    await me.browser.call(sendOtp, { body: { username: me.user.username } });
    const second = await smsCodeTo('+27834567891');
    if (first !== second) expect((await confirm(me, first)).status).toBe(400);
    expect((await confirm(me, second)).status).toBe(200);
  });

  test('S10: wrong codes of a phone change and of a sign-in are counted together', async () => {
    const me = await signedIn();
    const { user } = me;
    await update(me, user.id, { phone: '083 456 7892', phoneCountry: 'ZA' });
    for (let index = 0; index < 5; index += 1) await confirm(me, 'ZZZZZZ');
    expect((await confirm(me, 'ZZZZZZ')).body).toMatchObject({ code: 'CHALLENGE_ENDED' });
    const enter = async (code: Record<string, string>) => {
      const browser = openBrowser(server.app);
      await enterPassword(browser, user);
      return (await enterPassword(browser, user, code)).body.code;
    };
    for (let index = 0; index < 5; index += 1) {
      expect(await enter({ otpCode: 'ZZZZZZ' })).toBe('INVALID_CODE');
    }
    expect(await enter({ otpCode: 'ZZZZZZ' })).toBe('CHALLENGE_ENDED');
  });

  test('C24: a number is changed within 15 minutes of a full sign-in', async () => {
    const me = await signedIn();
    const change = { phone: '083 456 7893', phoneCountry: 'ZA' };
    const renew = async () => {
      const { body } = await me.browser.call(refreshSession, {
        body: { deviceId: me.browser.deviceId },
      });
      return { ...me, token: String(body.accessToken) };
    };
    server.clock.add(15 * MINUTE - SECOND);
    expect((await update(await renew(), me.user.id, change)).status).toBe(200);
    server.clock.add(2 * SECOND);
    const late = await update(await renew(), me.user.id, change);
    expect(late).toMatchObject({ status: 403, body: { code: 'REAUTH_REQUIRED' } });
  });

  test('C24, U16: changes by a super admin need re-authentication, and the owner is notified', async () => {
    const admin = await signedIn({ is_super_admin: true });
    const owner = await addUser(server);
    const phone = { phone: '083 456 7899', phoneCountry: 'ZA' };
    expect((await update(admin, owner.id, phone)).body).toEqual({ needOtp: false });
    expect(await lastMessage(server, owner.phone_e164 ?? '')).toContain('another number');
    expect(await lastMessage(server, owner.username)).toContain('Your phone number was changed');
    server.clock.add(15 * MINUTE + SECOND);
    const { body } = await admin.browser.call(refreshSession, {
      body: { deviceId: admin.browser.deviceId },
    });
    const later = { ...admin, token: String(body.accessToken) };
    const changes = [
      { phone: '083 456 7898', phoneCountry: 'ZA' },
      { maxSeats: 9 },
      { firstName: 'Zoë' },
    ];
    for (const change of changes) {
      const late = await update(later, owner.id, change);
      expect(late).toMatchObject({ status: 403, body: { code: 'REAUTH_REQUIRED' } });
    }
    expect(await findUser(server.database.db, owner.id)).toMatchObject({
      first_name: owner.first_name,
      phone_e164: '+27834567899',
      max_seats: null,
    });
  });

  test.each<[Record<string, unknown>, string]>([
    [{ phone: '12', phoneCountry: 'ZA' }, 'phone: Phone number must be valid'],
    [{ phone: '', phoneCountry: 'ZA' }, 'phone: Phone is required'],
    [{ phone: '083 456 7890' }, 'phone: Phone and country belong together'],
    [{}, 'Nothing to change'],
    ...['firstName', 'lastName', 'tradingViewUsername'].map(
      (field): [Record<string, unknown>, string] => [
        { [field]: 'x' },
        `${field}: cannot be changed here`,
      ],
    ),
    [{ userType: 'commercial' }, 'userType: cannot be changed here'],
    [{ maxSeats: 9 }, 'maxSeats: cannot be changed here'],
    ...['isSuperAdmin', 'hasPaid', 'isApproved', 'parentUserId', 'permissions', 'feedAccess'].map(
      (field): [Record<string, unknown>, string] => [{ [field]: true }, `${field}: `],
    ),
  ])('C32, U15: %j from the user is refused and nothing is written', async (change, message) => {
    const me = await signedIn();
    const answer = await update(me, me.user.id, change);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(message);
    expect(await findUser(server.database.db, me.user.id)).toEqual(me.user);
  });

  test('U15, C42: a super admin changes the data of others; anybody else does not find them', async () => {
    const [owner, stranger] = [await addUser(server), await signedIn()];
    const admin = await signedIn({ is_super_admin: true });
    const change = { firstName: 'Zoë', userType: 'commercial', maxSeats: 7 };
    expect((await update(stranger, owner.id, { phone: 'x', phoneCountry: 'ZA' })).status).toBe(404);
    expect((await update(admin, 'nobody', change)).status).toBe(404);
    expect((await update(admin, owner.id, change)).body).toEqual({ needOtp: false });
    expect(await findUser(server.database.db, owner.id)).toMatchObject({
      first_name: 'Zoë',
      user_type: 'commercial',
      max_seats: 7,
      is_suffix_allowed: false,
    });
  });
});
