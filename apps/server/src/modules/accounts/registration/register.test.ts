import { createHash } from 'node:crypto';
import {
  approveUser,
  confirmEmail,
  getAccount,
  register,
  resendConfirmation,
  setUserAccess,
} from '@moneytrail/contract';
import fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANY_KIND, USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { LIMITS } from '../limits/limits.ts';
import { findUserByName, type UserRow } from '../profile/user-store.ts';
import { addUser, enterPassword, lastMessage, PASSWORD, signIn } from '../testing/people.ts';
import {
  HOUR,
  LOW_LIMITS,
  MINUTE,
  openBrowser,
  startAccounts,
  type TestServer,
} from '../testing/start-accounts.ts';
import { ageProblem } from './new-user.ts';

const PENDING = { status: 403, body: { code: 'PENDING_APPROVAL' } };

describe.each(USUAL_KINDS)('registering, on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startAccounts(kind);
  });
  afterAll(() => server.close());

  let count = 0;
  const form = (change: Record<string, unknown> = {}) => {
    count += 1;
    return {
      firstName: 'Ana',
      lastName: 'Botha',
      email: `new${count}@example.com`,
      password: PASSWORD,
      dateOfBirth: '1990-02-28',
      gender: 'Female',
      userType: 'retail',
      phone: '082 123 4567',
      phoneCountry: 'ZA',
      invite: null,
      ...change,
    };
  };
  const send = (body: unknown) => openBrowser(server.app).call(register, { body });
  const countUsers = async () =>
    (await server.database.db.selectFrom('users').select('id').execute()).length;

  test('a person registers, waits for approval, is notified and signs in', async () => {
    const body = form({ email: 'Ana.New@Example.com ' });
    expect(await send(body)).toMatchObject({ status: 201, body: { isPending: true } });
    const user = await findUserByName(server.database.db, 'ana.new@example.com');
    if (!user) throw new Error('the account was not stored');
    expect(user).toMatchObject({
      phone_e164: '+27821234567',
      is_approved: false,
      is_super_admin: false,
      is_detailed_summary_allowed: false,
      is_suffix_allowed: false,
      is_bvg_allowed: true,
    });
    const written = await server.database.db
      .selectFrom('users')
      .select(['accepted_terms', 'accepted_privacy', 'date_of_birth'])
      .where('id', '=', user.id)
      .executeTakeFirst();
    expect(written).toEqual({
      accepted_terms: '2025-09-17',
      accepted_privacy: '2025-09-19',
      date_of_birth: '1990-02-28',
    });
    expect(await lastMessage(server, user.username)).toContain('awaiting approval');
    const browser = openBrowser(server.app);
    expect(await enterPassword(browser, user)).toMatchObject(PENDING);
    const admin = await signIn(server, await addUser(server, { is_super_admin: true }));
    const approve = { params: { id: user.id }, token: admin.token };
    expect((await admin.browser.call(approveUser, approve)).body).toMatchObject({
      isApproved: true,
    });
    expect((await admin.browser.call(approveUser, approve)).status).toBe(200);
    expect(await lastMessage(server, user.username)).toContain('Your account is approved');
    const mails = (await server.mailbox.list()).filter((mail) => mail.to === user.username);
    expect(mails).toHaveLength(2);
    expect((await signIn(server, user)).token).toBeTruthy();
  });

  test('the link in the first mail confirms the address, and administrators see whether it did', async () => {
    const { email } = form();
    await send(form({ email }));
    const user = await findUserByName(server.database.db, email);
    if (!user) throw new Error('the account was not stored');
    const link = /\S+\/confirm-email\?token=(\S+)/.exec(await lastMessage(server, email)) ?? [];
    const token = decodeURIComponent(link[1] ?? '');
    const admin = await signIn(server, await addUser(server, { is_super_admin: true }));
    const seen = async () => {
      const request = { params: { id: user.id }, token: admin.token };
      return (await admin.browser.call(approveUser, request)).body;
    };
    const confirm = (given: string) =>
      openBrowser(server.app).call(confirmEmail, { body: { token: given } });
    expect(await seen()).toMatchObject({ isEmailConfirmed: false });
    const opened = await server.app.inject({ url: '/api/auth/confirmEmail', query: { token } });
    expect(opened.statusCode).toBe(404);
    const other = await addUser(server, { email_confirmed_at_ms: null });
    for (const wrong of ['', 'x', `${token}x`, token.replace(user.id, other.id)]) {
      expect((await confirm(wrong)).status).toBe(400);
    }
    expect(await seen()).toMatchObject({ isEmailConfirmed: false });
    expect((await confirm(token)).status).toBe(200);
    expect((await confirm(token)).status).toBe(200);
    expect(await seen()).toMatchObject({ isEmailConfirmed: true });
    const entries = await server.database.db
      .selectFrom('audit_entries')
      .select('action')
      .where('subject_id', '=', user.id)
      .where('action', '=', 'account.email-confirmed')
      .execute();
    expect(entries).toHaveLength(1);
  });

  test('only the right password tells an account awaiting approval whether its address is confirmed', async () => {
    const unconfirmed = await addUser(server, { is_approved: false, email_confirmed_at_ms: null });
    const confirmed = await addUser(server, { is_approved: false, email_confirmed_at_ms: 1 });
    const told = async (user: UserRow, more = {}) =>
      (await enterPassword(openBrowser(server.app), user, more)).body;
    expect(await told(unconfirmed)).toMatchObject({
      code: 'PENDING_APPROVAL',
      error: 'EMAIL_UNCONFIRMED',
    });
    expect(await told(confirmed)).not.toHaveProperty('error');
    expect(await told(unconfirmed, { password: 'Wrong-1-pass' })).not.toHaveProperty('error');
  });

  test('the confirmation is sent again once a minute, until the address is confirmed, and the link tells the approval', async () => {
    const user = await addUser(server, { is_approved: false, email_confirmed_at_ms: null });
    const mails = async () => {
      await server.messagesSent();
      return (await server.mailbox.list()).filter(({ to }) => to === user.username).length;
    };
    const again = () =>
      openBrowser(server.app).call(resendConfirmation, { body: { email: user.username } });
    expect(await again()).toMatchObject({ status: 200, body: { cooldownSeconds: 60 } });
    expect(await again()).toMatchObject({ status: 200, body: { cooldownSeconds: 60 } });
    expect(await mails()).toBe(1);
    const mail = await lastMessage(server, user.username);
    const token = decodeURIComponent(/confirm-email\?token=(\S+)/.exec(mail)?.[1] ?? '');
    const confirm = () => openBrowser(server.app).call(confirmEmail, { body: { token } });
    expect((await confirm()).body).toMatchObject({ isApproved: false });
    const { db } = server.database;
    await db.updateTable('users').set({ is_approved: true }).where('id', '=', user.id).execute();
    expect((await confirm()).body).toMatchObject({ isApproved: true });
    server.clock.add(MINUTE);
    await again();
    expect(await mails()).toBe(1);
  });

  test('U5, U10: a commercial account starts with summary and international listings', async () => {
    for (const userType of ['commercial', 0, '0']) {
      const body = form({ userType });
      await send(body);
      expect(await findUserByName(server.database.db, body.email)).toMatchObject({
        user_type: 'commercial',
        is_detailed_summary_allowed: true,
        is_suffix_allowed: true,
      });
    }
  });

  test('S20: a registered address gets the same answer, nothing changes, and its owner is notified', async () => {
    const owner = await addUser(server);
    const fresh = await send(form());
    const known = await send(form({ email: owner.username, firstName: 'Eve' }));
    expect(known).toMatchObject({ status: fresh.status, text: fresh.text });
    expect(await lastMessage(server, owner.username)).toContain('You already have an account');
    expect(await findUserByName(server.database.db, owner.username)).toEqual(owner);
  });

  test('a deleted address gets the same answer, and its owner a mail that says until when', async () => {
    const owner = await addUser(server);
    const { db } = server.database;
    const deleted_at_ms = server.clock.now();
    await db.updateTable('users').set({ deleted_at_ms }).where('id', '=', owner.id).execute();
    const fresh = await send(form());
    const known = await send(form({ email: owner.username }));
    expect(known).toMatchObject({ status: fresh.status, text: fresh.text });
    expect(await lastMessage(server, owner.username)).toContain('will be erased on 16 March 2026');
    const entry = await db
      .selectFrom('audit_entries')
      .select(['action', 'subject_id'])
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    expect(entry).toEqual({ action: 'account.registered-again', subject_id: owner.id });
  });

  test('of ten registrations of one address at once one account is made', async () => {
    const body = form();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(body)));
    expect(answers.every((answer) => answer.status === 201)).toBe(true);
    await server.messagesSent();
    const mails = (await server.mailbox.list()).filter((mail) => mail.to === body.email);
    expect(mails.filter((mail) => mail.subject?.includes('awaiting'))).toHaveLength(1);
  });

  test.each<[Record<string, unknown>, string]>([
    [{ firstName: '' }, 'firstName: This field is required'],
    [{ lastName: '   ' }, 'lastName: This field is required'],
    [{ firstName: 'A\nBcc: x@y.z' }, 'firstName: Must be one line'],
    [{ email: 'nobody' }, 'email: Email must be valid'],
    [{ password: 'gr1ffin-rock' }, 'password: Requires at least 1 uppercase letter'],
    [
      { password: `Aa1!${'x'.repeat(125)}` },
      'password: Password must be at most 128 characters long',
    ],
    [{ password: 'Password1!' }, 'password: This password is too common'],
    [{ email: 'gr1ffin@example.com' }, 'password: Password must not contain your email address'],
    [{ password: 'MoneyTrail-1' }, 'password: Password must not contain the product name'],
    [{ dateOfBirth: '2008-03-03' }, 'dateOfBirth: You must be at least 18 years old to register.'],
    [{ dateOfBirth: '1905-03-02' }, 'dateOfBirth: Date of birth is not valid'],
    [{ dateOfBirth: '2001-02-29' }, 'dateOfBirth: Must be a day'],
    [{ dateOfBirth: '1990-01-01T00:00:00Z' }, 'dateOfBirth: Must be a day'],
    [{ gender: 'male' }, 'gender: This field is required'],
    [{ userType: 2 }, 'userType: This field is required'],
    [{ phone: '' }, 'phone: Phone is required'],
    [{ phone: '12' }, 'phone: Phone number must be valid'],
    [{ phone: '082 555' }, 'phone: Phone number must be valid'],
    [{ phone: '082 555 010' }, 'phone: Phone number must be valid'],
    [
      { phone: '011 555 0101' },
      'phone: Phone number must be a mobile number, because codes are sent to it',
    ],
    [{ phone: '+44 20 7946 0958' }, 'phone: Phone number must be valid'],
    [{ phoneCountry: 'za' }, 'phoneCountry: Country must be a two-letter code'],
    [{ phoneCountry: 'XX' }, 'phone: Phone number must be valid'],
    [{ invite: 'x'.repeat(43) }, 'This invite is not valid any more. Please ask for a new one.'],
    ...[
      'isSuperAdmin',
      'hasPaid',
      'isApproved',
      'parentUserId',
      'permissions',
      'feedAccess',
      'maxSeats',
    ].map((field): [Record<string, unknown>, string] => [{ [field]: true }, `${field}: `]),
  ])('C32: %j is refused with its field, and nothing is written', async (wrong, message) => {
    const before = await countUsers();
    const answer = await send(form(wrong));
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect(answer.body.message).toContain(message);
    expect(await countUsers()).toBe(before);
  });

  test('C2: 128 characters with blanks at the ends are a password, as typed', async () => {
    const password = ` Aa1${'é'.repeat(123)} `;
    const body = form({ password });
    expect((await send(body)).status).toBe(201);
    const user = { username: body.email };
    const enter = (typed: string) =>
      enterPassword(openBrowser(server.app), user, { password: typed });
    expect(await enter(password)).toMatchObject(PENDING);
    expect((await enter(password.trim())).status).toBe(401);
  });

  test('C3: a password that is known from a leak is refused', async () => {
    const leaks = fastify();
    const hash = createHash('sha1').update(PASSWORD).digest('hex').toUpperCase();
    leaks.get('/range/:prefix', async () => `${hash.slice(5)}:7`);
    const breachUrl = `${await leaks.listen({ host: '127.0.0.1', port: 0 })}/range`;
    const alone = await startAccounts(ANY_KIND, { breachUrl });
    const answer = await openBrowser(alone.app).call(register, { body: form() });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain('password: This password is known from a data leak');
    await alone.close();
    await leaks.close();
  });

  test('C3: an unreachable breach service refuses no password, and is logged', async () => {
    const alone = await startAccounts(ANY_KIND, { breachUrl: 'http://127.0.0.1:1/range' });
    const answer = await openBrowser(alone.app).call(register, { body: form() });
    expect(answer.status).toBe(201);
    expect(alone.logged.join()).toContain('could not be checked against known leaks');
    await alone.close();
  });

  test('an invite makes a commercial sub-user of the inviter, whatever type is posted', async () => {
    const parent = await addUser(server, { user_type: 'commercial' });
    const inviting = await startAccounts(ANY_KIND, {
      seats: {
        claimInvite: async (trx, invite) => {
          const giver = await findUserByName(trx, parent.username);
          const isGood = invite.token === 'good' && giver;
          return isGood ? { parentUserId: giver.id, isApproved: false } : null;
        },
        revokeInvites: async () => [],
        countUsedSeats: async () => 0,
      },
    });
    await addUser(inviting, { id: parent.id, username: parent.username });
    const body = form({ invite: 'good', userType: 'retail' });
    const answer = await openBrowser(inviting.app).call(register, { body });
    expect(answer.status).toBe(201);
    expect(await findUserByName(inviting.database.db, body.email)).toMatchObject({
      user_type: 'commercial',
      parent_user_id: parent.id,
    });
    await inviting.close();
  });

  test('C11: an address registers a limited number of times an hour, and so does a /64 of IPv6 as a whole', async () => {
    const strict = await startAccounts(ANY_KIND, { limits: LOW_LIMITS });
    const { max } = LOW_LIMITS.registerFromAddress;
    const once = async (address: string) =>
      (await openBrowser(strict.app, address).call(register, { body: form() })).status;
    for (let host = 1; host <= max; host += 1) {
      expect(await once('203.0.113.7')).toBe(201);
      expect(await once(`2001:db8:5:6::${host}`)).toBe(201);
    }
    expect(await once('203.0.113.7')).toBe(429);
    expect(await once('2001:db8:5:6:ffff::1')).toBe(429);
    expect(await once('2001:db8:5:7::1')).toBe(201);
    strict.clock.add(HOUR);
    expect(await once('203.0.113.7')).toBe(201);
    await strict.close();
  });

  test('C11: one address gets at most three mails an hour, however many registrations', async () => {
    const strict = await startAccounts(ANY_KIND, { limits: LIMITS });
    const email = 'often@example.com';
    const mails = async () => {
      await strict.messagesSent();
      return (await strict.mailbox.list()).filter(({ to }) => to === email).length;
    };
    for (let index = 0; index < 10; index += 1) {
      const browser = openBrowser(strict.app, `198.51.${index}.1`);
      expect((await browser.call(register, { body: form({ email }) })).status).toBe(201);
    }
    expect(await mails()).toBe(3);
    strict.clock.add(HOUR);
    await openBrowser(strict.app, '198.51.100.1').call(register, { body: form({ email }) });
    expect(await mails()).toBe(4);
    await strict.close();
  });

  test('C44, A1: a super admin decides on others, never on themselves, and one of two always remains', async () => {
    const [ana, ben] = await Promise.all(
      ['a', 'b'].map(async () => {
        const user = await addUser(server, { is_super_admin: true });
        return { user, ...(await signIn(server, user)) };
      }),
    );
    if (!ana || !ben) throw new Error('two admins are needed');
    await server.database.db
      .updateTable('users')
      .set({ access_revoked: true })
      .where('is_super_admin', '=', true)
      .where('id', 'not in', [ana.user.id, ben.user.id])
      .execute();
    const revoke = (by: typeof ana, whom: string) =>
      by.browser.call(setUserAccess, {
        params: { id: whom },
        token: by.token,
        body: { accessRevoked: true, reason: 'left' },
      });
    expect((await revoke(ana, ana.user.id)).status).toBe(403);
    const answers = await Promise.all([revoke(ana, ben.user.id), revoke(ben, ana.user.id)]);
    expect(answers.map((answer) => answer.status).sort()).not.toEqual([200, 200]);
    const left = await server.database.db
      .selectFrom('users')
      .select('id')
      .where('is_super_admin', '=', true)
      .where('access_revoked', '=', false)
      .execute();
    expect(left).toHaveLength(1);
  });

  test('C45: revoking a main account suspends its sub-users in the same step and ends their sessions', async () => {
    const admin = await signIn(server, await addUser(server, { is_super_admin: true }));
    const parent = await addUser(server, { user_type: 'commercial' });
    const seat = await addUser(server, { user_type: 'commercial', parent_user_id: parent.id });
    const { browser, token } = await signIn(server, seat);
    const request = {
      params: { id: parent.id },
      token: admin.token,
      body: { accessRevoked: true },
    };
    expect((await admin.browser.call(setUserAccess, request)).status).toBe(200);
    expect((await browser.call(getAccount, { token })).status).toBe(401);
    expect(await enterPassword(browser, seat)).toMatchObject({ body: { code: 'SEAT_SUSPENDED' } });
  });

  test('C45, C55: a decision that cannot be recorded changes nothing', async () => {
    const own = await startAccounts(kind);
    const admin = await signIn(own, await addUser(own, { is_super_admin: true }));
    const parent = await addUser(own, { user_type: 'commercial' });
    const seat = await addUser(own, { user_type: 'commercial', parent_user_id: parent.id });
    const { browser, token } = await signIn(own, seat);
    const { db } = own.database;
    const people = () => db.selectFrom('users').selectAll().orderBy('id').execute();
    const before = await people();
    await sql`
      alter table audit_entries add constraint not_recorded check (action <> 'account.revoked')
    `.execute(db);
    const request = {
      params: { id: parent.id },
      token: admin.token,
      body: { accessRevoked: true },
    };
    expect((await admin.browser.call(setUserAccess, request)).status).toBe(500);
    expect(await people()).toEqual(before);
    expect((await browser.call(getAccount, { token })).status).toBe(200);
    await own.close();
  });
});

test.each([
  ['2008-03-02', '2026-03-01T21:59:59Z', 'You must be at least 18 years old to register.'],
  ['2008-03-02', '2026-03-01T22:00:00Z', null],
  ['2008-02-29', '2026-02-28T12:00:00Z', 'You must be at least 18 years old to register.'],
  ['2008-02-29', '2026-02-28T22:00:00Z', null],
  ['1905-03-02', '2026-03-01T12:00:00Z', null],
  ['1905-03-02', '2026-03-02T12:00:00Z', 'Date of birth is not valid'],
])('S24: born on %s, at %s in the Johannesburg calendar: %s', (day, now, expected) => {
  expect(ageProblem(day, Date.parse(now))).toBe(expected);
});
