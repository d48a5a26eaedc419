import { AppError, type ManagedUser } from '@moneytrail/contract';
import type { Trx } from '../../../db/index.ts';
import { auditContext, type UserCall } from '../account-services.ts';
import { deleteKeysOf } from '../api-keys/key-store.ts';
import { sendNotice } from '../limits/sending.ts';
import {
  approvalWithdrawnMail,
  approvedMail,
  registrationRejectedMail,
} from '../messages/messages.ts';
import { assertCurrent, notFound } from '../profile/guards.ts';
import { recordedSeats, type WithdrawnSeats, withdrawSeats } from '../profile/suspend-seats.ts';
import {
  changeUser,
  findDeleted,
  findUser,
  lockActiveSuperAdmins,
  type UserRow,
} from '../profile/user-store.ts';
import type { LiveSession } from '../sessions/session-reader.ts';
import { endOpenSessions } from '../sessions/session-store.ts';
import { readUser } from './user-list.ts';

/** The account that is decided about, as the administrator saw it. */
export type Decided = { userId: string; revision?: number | undefined };

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

/**
 * Approves a pending account, or takes an approval back, which signs the person out; their owner is told either way.
 * Idempotent.
 */
export async function setApproval(
  call: UserCall,
  { userId, revision, isApproved }: Decided & { isApproved: boolean },
): Promise<ManagedUser> {
  assertNotOneself(call.session, userId);
  await call.db.transaction().execute(async (trx) => {
    const user = isApproved
      ? await findUser(trx, userId, 'for update')
      : await lockRemovable(trx, call.session, userId);
    if (!user) notFound();
    if (user.is_approved === isApproved) return;
    assertCurrent(user, revision);
    if (user.access_revoked) throw new AppError('CONFLICT', RESTORE_FIRST);
    await changeUser(trx, userId, { is_approved: isApproved });
    if (!isApproved) {
      const nowMs = call.clock.now();
      await endOpenSessions(trx, { userId }, { reason: 'approval withdrawn', nowMs });
    }
    await sendNotice(
      call,
      trx,
      isApproved ? approvedMail(call, user) : approvalWithdrawnMail(user),
    );
    await call.audit.append(trx, {
      action: isApproved ? 'account.approved' : 'account.approval-withdrawn',
      actorId: call.session.user._id,
      subjectId: userId,
      before: { isApproved: !isApproved },
      after: { isApproved },
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
  decision: Decided & { isRevoked: boolean; reason: string | null },
): Promise<ManagedUser> {
  const { userId, revision, isRevoked, reason } = decision;
  assertNotOneself(call.session, userId);
  const nowMs = call.clock.now();
  const affected = await call.db.transaction().execute(async (trx) => {
    const user = isRevoked
      ? await lockRemovable(trx, call.session, userId)
      : await findUser(trx, userId, 'for update');
    if (!user) notFound();
    if (user.access_revoked === isRevoked) return [];
    assertCurrent(user, revision);
    const revoked_reason = isRevoked ? reason : null;
    await changeUser(trx, userId, { access_revoked: isRevoked, revoked_reason });
    const withdrawn = isRevoked ? await withdrawSeats(call, trx, userId) : NO_SEATS;
    if (isRevoked) {
      await endOpenSessions(trx, { userId }, { reason: 'access revoked', nowMs });
      await deleteKeysOf(trx, userId);
    }
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
const ALREADY_APPROVED = 'The account has been approved. Revoke its access, or delete it.';

/**
 * Marks an account as deleted: its sessions end, its sub-users are suspended, its invites are revoked, and a billing job
 * cancels its subscriptions. The row keeps the address until a job erases the account after 14 days, so that nobody else
 * can register with it and inherit another person's data. Throws 404 the second time.
 */
async function hideUser(
  call: UserCall,
  { userId, revision, reason }: Decided & { reason: string | null },
  {
    action,
    assertFits,
    tell,
  }: {
    action: 'account.deleted' | 'account.rejected';
    assertFits?: (user: UserRow) => void;
    tell?: (trx: Trx, user: UserRow) => Promise<void>;
  },
): Promise<{ _id: string }> {
  assertNotOneself(call.session, userId);
  const nowMs = call.clock.now();
  const affected = await call.db.transaction().execute(async (trx) => {
    const user = await lockRemovable(trx, call.session, userId);
    if (!user) throw new AppError('NOT_FOUND', GONE);
    assertFits?.(user);
    assertCurrent(user, revision);
    const withdrawn = await withdrawSeats(call, trx, userId);
    await changeUser(trx, userId, { deleted_at_ms: nowMs });
    const why = action === 'account.rejected' ? 'registration rejected' : 'account deleted';
    await endOpenSessions(trx, { userId }, { reason: why, nowMs });
    await deleteKeysOf(trx, userId);
    await tell?.(trx, user);
    await call.audit.append(trx, {
      action,
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

export function deleteUser(
  call: UserCall,
  deletion: Decided & { reason: string | null },
): Promise<{ _id: string }> {
  return hideUser(call, deletion, { action: 'account.deleted' });
}

/** Deletes an account that was never approved, and tells its owner why. Throws 409 for an approved one. */
export function rejectUser(
  call: UserCall,
  rejection: Decided & { reason: string },
): Promise<{ _id: string }> {
  return hideUser(call, rejection, {
    action: 'account.rejected',
    assertFits: ({ is_approved }) => {
      if (is_approved) throw new AppError('CONFLICT', ALREADY_APPROVED);
    },
    tell: (trx, user) => sendNotice(call, trx, registrationRejectedMail(user, rejection.reason)),
  });
}

/** Takes a deletion back before the account is erased; ended sessions, seats and subscriptions stay as they are. */
export async function restoreUser(
  call: UserCall,
  { userId, revision }: Decided,
): Promise<ManagedUser> {
  await call.db.transaction().execute(async (trx) => {
    const user = await findDeleted(trx, { id: userId }, 'for update');
    if (!user) {
      // Somebody else was faster, or the account is erased.
      if (!(await findUser(trx, userId))) notFound();
      return;
    }
    assertCurrent(user, revision);
    // A seat that was freed may have been given to somebody else.
    const seat = user.parent_user_id === null ? {} : { seat_suspended_by_parent: true };
    await changeUser(trx, userId, { deleted_at_ms: null, ...seat });
    await call.audit.append(trx, {
      action: 'account.undeleted',
      actorId: call.session.user._id,
      subjectId: userId,
      before: { isDeleted: true },
      after: { isDeleted: false },
      ...auditContext(call),
    });
  });
  call.accessChanged([userId]);
  return readUser(call, userId);
}
