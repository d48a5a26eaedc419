import {
  AppError,
  type ManagedUser,
  type RequestOf,
  type setUserFeedAccess,
  type setUserPayment,
  type setUserPermission,
} from '@moneytrail/contract';
import type { Trx } from '../../../db/index.ts';
import { auditContext, type UserCall } from '../account-services.ts';
import { sendNotice } from '../limits/sending.ts';
import { approvedMail } from '../messages/messages.ts';
import { assertReauthenticated, notFound } from '../profile/guards.ts';
import { recordedSeats, type WithdrawnSeats, withdrawSeats } from '../profile/suspend-seats.ts';
import {
  changeUser,
  findStanding,
  findUser,
  lockActiveSuperAdmins,
  type UserRow,
} from '../profile/user-store.ts';
import type { LiveSession } from '../sessions/session-reader.ts';
import { endOpenSessions } from '../sessions/session-store.ts';
import { readUser } from './user-list.ts';

const NOT_ONESELF = 'Forbidden. You do not have the required permissions.';
const NO_SEATS: WithdrawnSeats = { suspendedUserIds: [], revokedInviteIds: [] };
const RESTORE_FIRST = 'The access of this account is revoked. Restore it first.';
const LAST_ADMIN = 'The last super admin stays.';

/** Administrators cannot decide about their own access. */
function assertNotOneself(session: LiveSession, userId: string): void {
  if (session.user._id === userId) throw new AppError('FORBIDDEN', NOT_ONESELF);
}

/**
 * Locks an account that is to be revoked or deleted. Concurrent decisions are serialised, so that at least one other
 * super admin always remains. All super admins are locked first and in the same order to avoid deadlocks. Null if there
 * is no such account.
 */
async function lockRemovable(
  trx: Trx,
  session: LiveSession,
  userId: string,
): Promise<UserRow | null> {
  const found = await findUser(trx, userId);
  if (found?.is_super_admin) {
    const active = await lockActiveSuperAdmins(trx);
    const others = active.filter((id) => id !== userId);
    if (others.length === 0 || !active.includes(session.user._id)) {
      throw new AppError('FORBIDDEN', LAST_ADMIN);
    }
  }
  return found && findUser(trx, userId, 'for update');
}

/** Approves a pending account and notifies its owner; idempotent. */
export async function approveUser(call: UserCall, userId: string): Promise<ManagedUser> {
  assertNotOneself(call.session, userId);
  await call.db.transaction().execute(async (trx) => {
    const user = (await findUser(trx, userId, 'for update')) ?? notFound();
    if (user.is_approved) return;
    if (user.access_revoked) throw new AppError('CONFLICT', RESTORE_FIRST);
    await changeUser(trx, userId, { is_approved: true });
    await sendNotice(call, trx, approvedMail(call, user));
    await call.audit.append(trx, {
      action: 'account.approved',
      actorId: call.session.user._id,
      subjectId: userId,
      before: { isApproved: false },
      after: { isApproved: true },
      ...auditContext(call),
    });
  });
  call.accessChanged([userId]);
  return readUser(call, userId);
}

/**
 * Revokes access, which ends every session, suspends the account's sub-users and revokes its invites; or restores it,
 * after which only the main user can reactivate the sub-users. Idempotent.
 */
export async function setAccess(
  call: UserCall,
  decision: { userId: string; isRevoked: boolean; reason: string | null },
): Promise<ManagedUser> {
  const { userId, isRevoked, reason } = decision;
  assertNotOneself(call.session, userId);
  const nowMs = call.clock.now();
  const affected = await call.db.transaction().execute(async (trx) => {
    const user = isRevoked
      ? await lockRemovable(trx, call.session, userId)
      : await findUser(trx, userId, 'for update');
    if (!user) notFound();
    if (user.access_revoked === isRevoked) return [];
    await changeUser(trx, userId, { access_revoked: isRevoked });
    const withdrawn = isRevoked ? await withdrawSeats(call, trx, userId) : NO_SEATS;
    if (isRevoked) await endOpenSessions(trx, { userId }, { reason: 'access revoked', nowMs });
    await call.audit.append(trx, {
      action: isRevoked ? 'account.revoked' : 'account.restored',
      actorId: call.session.user._id,
      subjectId: userId,
      before: { accessRevoked: user.access_revoked },
      after: { accessRevoked: isRevoked, ...recordedSeats(withdrawn) },
      ...(reason === null ? {} : { reason }),
      ...auditContext(call),
    });
    return [userId, ...withdrawn.suspendedUserIds];
  });
  if (affected.length > 0) call.accessChanged(affected);
  return readUser(call, userId);
}

const GONE = 'Unable To Find User to Delete.';

/**
 * Marks an account as deleted: its sessions end, its sub-users are suspended, its invites are revoked, and a billing job
 * cancels its subscriptions. The row keeps the address until a job erases the account after 14 days, so that nobody else
 * can register with it and inherit another person's data. Throws 404 the second time.
 */
export async function deleteUser(
  call: UserCall,
  { userId, reason }: { userId: string; reason: string | null },
): Promise<{ _id: string }> {
  assertNotOneself(call.session, userId);
  assertReauthenticated(call, call.session);
  const nowMs = call.clock.now();
  const affected = await call.db.transaction().execute(async (trx) => {
    const user = await lockRemovable(trx, call.session, userId);
    if (!user) throw new AppError('NOT_FOUND', GONE);
    const withdrawn = await withdrawSeats(call, trx, userId);
    await changeUser(trx, userId, { deleted_at_ms: nowMs });
    await endOpenSessions(trx, { userId }, { reason: 'account deleted', nowMs });
    await call.audit.append(trx, {
      action: 'account.deleted',
      actorId: call.session.user._id,
      subjectId: userId,
      before: { isDeleted: false },
      after: { isDeleted: true, ...recordedSeats(withdrawn) },
      ...(reason === null ? {} : { reason }),
      ...auditContext(call),
    });
    return [userId, ...withdrawn.suspendedUserIds];
  });
  call.accessChanged(affected);
  return { _id: userId };
}

const SUB_USER = 'The rights and the payment of a sub-user are those of the main user.';
const NOT_RETAIL = 'Only retail users can have a subscription override.';
const HAS_SUBSCRIPTION = 'The user has a subscription.';

/** Columns by their names in the API and in the audit log. */
const COLUMNS = {
  isDetailedSummaryAllowed: 'is_detailed_summary_allowed',
  isSuffixAllowed: 'is_suffix_allowed',
  isBVGAllowed: 'is_bvg_allowed',
  isFMPAllowed: 'is_fmp_allowed',
  isBitfinexAllowed: 'is_bitfinex_allowed',
  isTiingoAllowed: 'is_tiingo_allowed',
  hasPaid: 'has_paid',
  paymentValidUntil: 'payment_valid_until',
  paymentDetails: 'payment_details',
  hasSubscriptionOverride: 'has_subscription_override',
} as const satisfies Record<string, keyof UserRow>;
type Right = keyof typeof COLUMNS;
type Rights = { [Name in Right]?: UserRow[(typeof COLUMNS)[Name]] | undefined };

type Change = {
  action: string;
  rights: Rights;
  assertFits?: (trx: Trx, user: UserRow) => Promise<void>;
};

const isRight = (name: string): name is Right => name in COLUMNS;

function differences(user: UserRow, rights: Rights) {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  const columns: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(rights)) {
    if (!isRight(name) || value === undefined || user[COLUMNS[name]] === value) continue;
    before[name] = user[COLUMNS[name]];
    after[name] = value;
    columns[COLUMNS[name]] = value;
  }
  return { before, after, columns };
}

/** Changes rights in one statement, with the row locked; setting them to their current values is not audited. */
async function changeRights(
  call: UserCall,
  { userId, action, rights, assertFits }: Change & { userId: string },
): Promise<ManagedUser> {
  const isChanged = await call.db.transaction().execute(async (trx) => {
    const user = (await findUser(trx, userId, 'for update')) ?? notFound();
    if (user.parent_user_id !== null) throw new AppError('CONFLICT', SUB_USER);
    await assertFits?.(trx, user);
    const { before, after, columns } = differences(user, rights);
    if (Object.keys(columns).length === 0) return false;
    await changeUser(trx, userId, columns);
    await call.audit.append(trx, {
      action,
      actorId: call.session.user._id,
      subjectId: userId,
      before,
      after,
      ...auditContext(call),
    });
    return true;
  });
  if (isChanged) call.accessChanged([userId]);
  return readUser(call, userId);
}

type Body<Endpoint> = RequestOf<Endpoint>['body'];

export function setFlag(
  call: UserCall,
  change: {
    userId: string;
    flag: Body<typeof setUserPermission> | Body<typeof setUserFeedAccess>;
    kind: 'permissions' | 'feed-access';
  },
): Promise<ManagedUser> {
  const { userId, flag, kind } = change;
  const action = `account.${kind}-changed`;
  return changeRights(call, { userId, action, rights: flag });
}

/**
 * Records a manual payment and its last day; `hasPaid: false` clears that day. Requires re-authentication. Throws 409
 * for a sub-user.
 */
export function setPayment(
  call: UserCall,
  { userId, payment }: { userId: string; payment: Body<typeof setUserPayment> },
): Promise<ManagedUser> {
  assertReauthenticated(call, call.session);
  const { hasPaid, paymentValidUntil = null, paymentDetails } = payment;
  const rights = {
    hasPaid,
    paymentValidUntil: hasPaid ? paymentValidUntil : null,
    paymentDetails,
  };
  return changeRights(call, { userId, action: 'account.payment-noted', rights });
}

/** Throws 409 unless the account is retail and has no subscription that is active or may become active again. */
async function assertMayOverride(trx: Trx, user: UserRow): Promise<void> {
  if (user.user_type !== 'retail') throw new AppError('CONFLICT', NOT_RETAIL);
  const standing = await findStanding(trx, user.id);
  const { is_active, is_processing, is_past_due, is_paused } = standing ?? {};
  if (is_active || is_processing || is_past_due || is_paused) {
    throw new AppError('CONFLICT', HAS_SUBSCRIPTION);
  }
}

/** Gives a retail user access without a subscription, or ends it. Requires re-authentication. */
export function setOverride(
  call: UserCall,
  { userId, hasOverride }: { userId: string; hasOverride: boolean },
): Promise<ManagedUser> {
  assertReauthenticated(call, call.session);
  const rights = { hasSubscriptionOverride: hasOverride };
  const action = 'account.override-changed';
  const change = { userId, action, rights, assertFits: assertMayOverride };
  return changeRights(call, change);
}
