import {
  approveUser,
  deleteUser,
  type Endpoint,
  endAllSessions,
  getAccount,
  getUser,
  getUserDetails,
  listUsers,
  rejectUser,
  restoreUser,
  sendUserConfirmation,
  sendUserPasswordReset,
  setUserAccess,
  setUserFeedAccess,
  setUserOverride,
  setUserPayment,
  setUserPermission,
  updateUser,
} from '@moneytrail/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { eraseDeleted } from '../erasure/erase-deleted.ts';
import { setStanding, type UserRow } from '../profile/user-store.ts';
import { addUser, enterPassword, lastMessage, type SignedIn, signIn } from '../testing/people.ts';
import {
  DAY,
  MINUTE,
  openBrowser,
  SECOND,
  startAccounts,
  type TestServer,
} from '../testing/start-accounts.ts';

type Call = Pick<Endpoint<never, never, never, never>, 'method' | 'path'>;

const ADMIN = { user_type: 'commercial', is_super_admin: true } as const;
const PAID = { hasPaid: true, paymentValidUntil: '2026-04-11', paymentDetails: 'Invoice 17' };

describe.each(USUAL_KINDS)('administering users, on %s', (kind) => {
  let server: TestServer;
  let adminRow: UserRow;
  let admin: SignedIn;
  beforeAll(async () => {
    server = await startAccounts(kind);
    adminRow = await addUser(server, ADMIN);
    admin = await signIn(server, adminRow);
  });
  afterAll(() => server.close());

  const ask = (endpoint: Call, id: string, body?: object, who = admin) =>
    who.browser.call(endpoint, {
      params: { id },
      token: who.token,
      ...(body === undefined ? {} : { body }),
    });
  const recorded = async (subjectId: string) => {
    const rows = await server.database.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_id', 'before', 'after', 'reason'])
      .where('subject_id', '=', subjectId)
      .where('action', 'like', 'account.%')
      .orderBy('seq')
      .execute();
    return rows.map(({ action, before, after, reason }) => ({
      action,
      before: JSON.parse(before ?? 'null'),
      after: JSON.parse(after ?? 'null'),
      reason,
    }));
  };

  test('two concurrent approvals approve once, with one mail', async () => {
    const user = await addUser(server, { is_approved: false });
    const other = await signIn(server, await addUser(server, ADMIN));
    const before = server.outgoing.length;
    const answers = await Promise.all([
      ask(approveUser, user.id),
      ask(approveUser, user.id, undefined, other),
      ask(approveUser, user.id),
    ]);
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual([
      [200, 'approved'],
      [200, 'approved'],
      [200, 'approved'],
    ]);
    expect(server.outgoing.slice(before)).toHaveLength(1);
    expect(await lastMessage(server, user.username)).toContain('approved');
    expect(await recorded(user.id)).toEqual([
      {
        action: 'account.approved',
        before: { isApproved: false },
        after: { isApproved: true },
        reason: null,
      },
    ]);
  });

  test('a revoked account cannot be approved before it is restored', async () => {
    const user = await addUser(server, { is_approved: false, access_revoked: true });
    const before = server.outgoing.length;
    expect((await ask(approveUser, user.id)).status).toBe(409);
    expect(server.outgoing).toHaveLength(before);
    await ask(setUserAccess, user.id, { accessRevoked: false });
    expect((await ask(approveUser, user.id)).status).toBe(200);
  });

  test('revoking and restoring twice, or at once, is done and recorded once', async () => {
    const user = await addUser(server);
    const revoke = () => ask(setUserAccess, user.id, { accessRevoked: true, reason: 'Resold' });
    for (const { status } of await Promise.all([revoke(), revoke(), revoke()])) {
      expect(status).toBe(200);
    }
    await ask(setUserAccess, user.id, { accessRevoked: false });
    await ask(setUserAccess, user.id, { accessRevoked: false });
    expect(await recorded(user.id)).toMatchObject([
      { action: 'account.revoked', reason: 'Resold' },
      { action: 'account.restored', before: { accessRevoked: true }, reason: null },
    ]);
  });

  test('a payment is noted with its day, and without one the day is cleared', async () => {
    const user = await addUser(server, { user_type: 'commercial' });
    const wrong = { hasPaid: true, paymentDetails: 'Invoice 17' };
    const refused = await ask(setUserPayment, user.id, wrong);
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'paymentValidUntil: This field is required',
    ]);
    const blank = { hasPaid: false, paymentDetails: '  ' };
    expect((await ask(setUserPayment, user.id, blank)).status).toBe(400);
    const noted = await ask(setUserPayment, user.id, PAID);
    expect(noted.body).toMatchObject({ ...PAID, payment: 'active', validUntil: '2026-04-10' });
    for (let time = 0; time < 4; time += 1) {
      expect((await ask(setUserPayment, user.id, PAID)).body).toEqual(noted.body);
    }
    const cleared = await ask(setUserPayment, user.id, { ...PAID, hasPaid: false });
    expect(cleared.body).toMatchObject({ hasPaid: false, paymentValidUntil: null });
    expect(await recorded(user.id)).toEqual([
      {
        action: 'account.payment-noted',
        before: { hasPaid: false, paidUntil: null, paymentDetails: null },
        after: { hasPaid: true, paidUntil: '2026-04-10', paymentDetails: 'Invoice 17' },
        reason: null,
      },
      {
        action: 'account.payment-noted',
        before: { hasPaid: true, paidUntil: '2026-04-10' },
        after: { hasPaid: false, paidUntil: null },
        reason: null,
      },
    ]);
  });

  test('one known flag is set at a time, and recorded as it was and is', async () => {
    const user = await addUser(server);
    const wrong = [{}, { isSuffixAllowed: 'yes' }, { isAdmin: true }];
    const both = { isSuffixAllowed: true, isDetailedSummaryAllowed: true };
    for (const body of [...wrong, both]) {
      expect((await ask(setUserPermission, user.id, body)).status).toBe(400);
    }
    const feeds = { isBVGAllowed: true, isFMPAllowed: true };
    expect((await ask(setUserFeedAccess, user.id, feeds)).status).toBe(400);
    const allowed = await ask(setUserPermission, user.id, { isSuffixAllowed: true });
    expect(allowed.body.permissions).toMatchObject({ isSuffixAllowed: true });
    const closed = await ask(setUserFeedAccess, user.id, { isTiingoAllowed: false });
    expect(closed.body.feedAccess).toMatchObject({ isTiingoAllowed: false, isBVGAllowed: true });
    await ask(setUserFeedAccess, user.id, { isTiingoAllowed: false });
    expect(await recorded(user.id)).toEqual([
      {
        action: 'account.permissions-changed',
        before: { isSuffixAllowed: false },
        after: { isSuffixAllowed: true },
        reason: null,
      },
      {
        action: 'account.feed-access-changed',
        before: { isTiingoAllowed: true },
        after: { isTiingoAllowed: false },
        reason: null,
      },
    ]);
  });

  test('U9: a sub-user’s rights and payment are the main user’s, and set there alone', async () => {
    const parent = await addUser(server, { user_type: 'commercial' });
    const sub = await addUser(server, { user_type: 'commercial', parent_user_id: parent.id });
    const asked: [Call, object][] = [
      [setUserPermission, { isSuffixAllowed: true }],
      [setUserFeedAccess, { isBVGAllowed: false }],
      [setUserPayment, PAID],
      [setUserOverride, { hasSubscriptionOverride: true }],
    ];
    for (const [endpoint, body] of asked) {
      expect((await ask(endpoint, sub.id, body)).status).toBe(409);
    }
    const mainUser = await signIn(server, parent);
    const before = await mainUser.browser.call(getAccount, { token: mainUser.token });
    expect(before.body.hasPaid).toBe(false);
    await ask(setUserPayment, parent.id, PAID);
    expect((await ask(getUser, sub.id)).body).toMatchObject({ payment: 'active' });
    const after = await mainUser.browser.call(getAccount, { token: mainUser.token });
    expect(after.body.hasPaid).toBe(true);
  });

  test('A14: a seat is shown as suspended once its main user has lost access', async () => {
    const parent = await addUser(server, { user_type: 'commercial' });
    const sub = await addUser(server, { user_type: 'commercial', parent_user_id: parent.id });
    expect((await ask(getUser, sub.id)).body.isSeatSuspended).toBe(false);
    await ask(setUserAccess, parent.id, { accessRevoked: true });
    expect((await ask(getUser, sub.id)).body.isSeatSuspended).toBe(true);
  });

  test('A4: an override is for retail users without a subscription', async () => {
    const retail = await addUser(server);
    const body = { hasSubscriptionOverride: true };
    const given = await ask(setUserOverride, retail.id, body);
    expect(given.body).toMatchObject({ ...body, payment: 'active' });
    const commercial = await addUser(server, { user_type: 'commercial' });
    expect((await ask(setUserOverride, commercial.id, body)).status).toBe(409);
    const paying = await addUser(server);
    const standing = { display_name: 'Monthly', plan: 'MONTHLY', provider: 'paypal' } as const;
    const none = { trial_ends_ms: null, start_ms: 1, renews_ms: null, end_ms: null };
    const rest = { paypal_status: null, lemon_status: null, ...none, ...standing };
    await setStanding(server.database.db, paying.id, { ...rest, is_active: true });
    expect((await ask(setUserOverride, paying.id, body)).status).toBe(409);
    await setStanding(server.database.db, paying.id, { ...rest, is_active: false });
    expect((await ask(setUserOverride, paying.id, body)).status).toBe(200);
  });

  test('U26: a deleted user is signed out and not found; once', async () => {
    const parent = await addUser(server, { user_type: 'commercial' });
    const sub = await addUser(server, { user_type: 'commercial', parent_user_id: parent.id });
    const people = [await signIn(server, parent), await signIn(server, sub)];
    const reason = 'Asked for it';
    const answers = await Promise.all([
      ask(deleteUser, parent.id, { reason }),
      ask(deleteUser, parent.id, { reason }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    const again = await ask(deleteUser, parent.id);
    expect([again.status, again.body.message]).toEqual([404, 'Unable To Find User to Delete.']);
    for (const { browser, token } of people) {
      expect((await browser.call(getAccount, { token })).status).toBe(401);
    }
    expect((await enterPassword(openBrowser(server.app), parent)).status).toBe(401);
    expect((await enterPassword(openBrowser(server.app), sub)).body.code).toBe('SEAT_SUSPENDED');
    expect((await ask(getUser, parent.id)).status).toBe(404);
    expect(await recorded(parent.id)).toEqual([
      {
        action: 'account.deleted',
        before: { isDeleted: false },
        after: { isDeleted: true, suspendedUserIds: [sub.id] },
        reason,
      },
    ]);
  });

  test('C44: super admins cannot delete themselves, and the last one stays', async () => {
    expect((await ask(deleteUser, adminRow.id)).status).toBe(403);
    const alone = await startAccounts(kind);
    const rows = [await addUser(alone, ADMIN), await addUser(alone, ADMIN)] as const;
    const [first, second] = [await signIn(alone, rows[0]), await signIn(alone, rows[1])];
    const answers = await Promise.all([
      ask(deleteUser, rows[1].id, {}, first),
      ask(deleteUser, rows[0].id, {}, second),
    ]);
    // A user deleted in the meantime is unknown or refused.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await alone.database.db
      .selectFrom('users')
      .select('id')
      .where('deleted_at_ms', 'is', null)
      .execute();
    expect(left).toHaveLength(1);
    const refused = await alone.database.db
      .selectFrom('audit_entries')
      .select('actor_id')
      .where('action', '=', 'access.refused')
      .execute();
    expect(refused).toHaveLength(answers.filter(({ status }) => status === 403).length);
    expect(alone.logged.filter((line) => line.includes('could not be recorded'))).toEqual([]);
    await alone.close();
  });

  test('A1: one’s own payment, flags and override are not refused for being one’s own', async () => {
    expect((await ask(setUserPayment, adminRow.id, PAID)).status).toBe(200);
    expect((await ask(setUserFeedAccess, adminRow.id, { isBVGAllowed: false })).status).toBe(200);
    expect(
      (await ask(setUserOverride, adminRow.id, { hasSubscriptionOverride: true })).status,
    ).toBe(409);
  });

  test('C24: every change of an account needs a sign-in of the last 15 minutes', async () => {
    const user = await addUser(server, { is_approved: false });
    const asked: [Call, object][] = [
      [sendUserConfirmation, {}],
      [sendUserPasswordReset, {}],
      [approveUser, {}],
      [setUserPayment, PAID],
      [setUserOverride, { hasSubscriptionOverride: true }],
      [setUserPermission, { isSuffixAllowed: true }],
      [setUserFeedAccess, { isBVGAllowed: false }],
      [updateUser, { firstName: 'Anna' }],
      [setUserAccess, { accessRevoked: true }],
      [endAllSessions, {}],
      [deleteUser, { reason: 'x' }],
      [restoreUser, {}],
      [approveUser, { isApproved: false }],
      [rejectUser, { reason: 'x' }],
    ];
    const row = await addUser(server, ADMIN);
    const late = await signIn(server, row);
    const signedInAgo = async (ageMs: number) => {
      await server.database.db
        .updateTable('sessions')
        .set({ signed_in_at_ms: server.clock.now() - ageMs })
        .where('user_id', '=', row.id)
        .execute();
      server.accounts.services.sessions.forget([row.id]);
    };
    await signedInAgo(15 * MINUTE + SECOND);
    for (const [endpoint, body] of asked) {
      const { status, body: answer } = await ask(endpoint, user.id, body, late);
      expect([status, answer.code]).toEqual([403, 'REAUTH_REQUIRED']);
    }
    await signedInAgo(15 * MINUTE - SECOND);
    for (const [endpoint, body] of asked.slice(0, -2)) {
      const { status, text } = await ask(endpoint, user.id, body, late);
      expect([endpoint.path, status], text).toEqual([endpoint.path, 200]);
    }
  });

  test('an approval is taken back: the person is signed out and told', async () => {
    const user = await addUser(server);
    const { browser, token } = await signIn(server, user);
    const back = await ask(approveUser, user.id, { isApproved: false });
    expect(back.body).toMatchObject({ isApproved: false, status: 'unconfirmed' });
    expect((await browser.call(getAccount, { token })).status).toBe(401);
    expect(await lastMessage(server, user.username)).toContain('has been taken back');
    expect(await recorded(user.id)).toMatchObject([{ action: 'account.approval-withdrawn' }]);
  });

  test('a registration is rejected with a reason, which its owner reads; an approved account is not', async () => {
    const user = await addUser(server, { is_approved: false });
    const reason = 'We do not know the firm';
    expect((await ask(rejectUser, user.id, { reason: ' ' })).status).toBe(400);
    expect((await ask(rejectUser, user.id, { reason })).status).toBe(200);
    expect(await lastMessage(server, user.username)).toContain(`The reason: ${reason}`);
    expect((await ask(getUser, user.id)).status).toBe(404);
    expect(await recorded(user.id)).toMatchObject([{ action: 'account.rejected', reason }]);
    const approved = await addUser(server);
    expect((await ask(rejectUser, approved.id, { reason })).status).toBe(409);
  });

  test('a deleted account is listed as such and restored, until it is erased', async () => {
    const user = await addUser(server, { last_name: 'Undelete' });
    await ask(deleteUser, user.id, { reason: 'x' });
    const listed = async () => {
      const url = `${listUsers.path}?status=deleted&search=undelete`;
      const { body } = await admin.browser.call(
        { ...listUsers, path: url },
        { token: admin.token },
      );
      return body.entries;
    };
    expect(await listed()).toMatchObject([
      { _id: user.id, status: 'deleted', deletedAt: new Date(server.clock.now()).toISOString() },
    ]);
    expect((await ask(restoreUser, user.id)).body).toMatchObject({ status: 'approved' });
    expect((await ask(restoreUser, user.id)).status).toBe(200);
    expect(await listed()).toEqual([]);
    await ask(deleteUser, user.id, { reason: 'x' });
    server.clock.add(14 * DAY);
    await eraseDeleted(server.accounts.services, AbortSignal.timeout(10_000));
    admin = await signIn(server, adminRow);
    expect(await listed()).toEqual([]);
    expect((await ask(restoreUser, user.id)).status).toBe(404);
  });

  test('a revocation keeps its reason until access is restored', async () => {
    const user = await addUser(server);
    const revoked = await ask(setUserAccess, user.id, { accessRevoked: true, reason: 'Resold' });
    expect(revoked.body.revokedReason).toBe('Resold');
    const restored = await ask(setUserAccess, user.id, { accessRevoked: false });
    expect(restored.body.revokedReason).toBeNull();
  });

  test('administrators have the links for address and password mailed, and the record names them', async () => {
    const user = await addUser(server);
    await ask(sendUserConfirmation, user.id);
    expect(await lastMessage(server, user.username)).toContain('/confirm-email?token=');
    await ask(sendUserPasswordReset, user.id);
    expect(await lastMessage(server, user.username)).toContain('/reset-password?token=');
    const sent = await server.database.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_id'])
      .where('subject_id', '=', user.id)
      .orderBy('seq')
      .execute();
    expect(sent).toEqual([
      { action: 'account.confirmation-sent', actor_id: adminRow.id },
      { action: 'password.link-sent', actor_id: adminRow.id },
    ]);
    const confirmed = await addUser(server, { email_confirmed_at_ms: 1 });
    expect((await ask(sendUserConfirmation, confirmed.id)).status).toBe(409);
  });

  test('details tell what lists leave out', async () => {
    const user = await addUser(server, { date_of_birth: '1990-02-03', gender: 'Female' });
    const quiet = await ask(getUserDetails, user.id);
    expect(quiet.body).toEqual({
      dateOfBirth: '1990-02-03',
      gender: 'Female',
      emailConfirmedAt: null,
      lastActiveAt: null,
      layouts: 0,
    });
    await signIn(server, user);
    const lastActiveAt = new Date(server.clock.now()).toISOString();
    expect((await ask(getUserDetails, user.id)).body).toMatchObject({ lastActiveAt });
  });
});
