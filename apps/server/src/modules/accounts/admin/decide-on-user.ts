import { AppError, type ManagedUser } from '@moneytrail/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { auditContext, type Core, type RequestContext } from '../core.ts';
import { sendNotice } from '../limits/sending.ts';
import { approvedMail } from '../messages/messages.ts';
import { notFound } from '../profile/own.ts';
import { recordedSeats, type WithdrawnSeats, withdrawSeats } from '../profile/suspend-seats.ts';
import {
  changeUser,
  findUser,
  lockActiveSuperAdmins,
  type UserRow,
} from '../profile/user-store.ts';
import type { LiveSession } from '../sessions/session-cache.ts';
import { endOpenSessions } from '../sessions/session-store.ts';
import { readUser } from './managed-user.ts';

const NOT_ONESELF = 'Forbidden. You do not have the required permissions.';
const NO_SEATS: WithdrawnSeats = { suspendedUserIds: [], revokedInviteIds: [] };
const RESTORE_FIRST = 'The access of this account is revoked. Restore it first.';
const LAST_ADMIN = 'The last super admin stays.';

/** Throws 403: nobody decides whether they are let in themselves. */
export function assertNotOneself(session: LiveSession, userId: string): void {
  if (session.user._id === userId) throw new AppError('FORBIDDEN', NOT_ONESELF);
}

/**
 * Locks the account that is to be taken away. Of several decisions at once each sees the one before it: one super admin
 * is always left, and it is not the one meant. All administrators are locked first, and in one order, so that two of
 * them never wait for one another. Null where the account is not there.
 */
export async function lockRemovable(
  trx: Transaction<Database>,
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

/** Lets a pending account in and tells its owner; approving twice tells once. */
export async function approveUser(
  core: Core,
  session: LiveSession,
  userId: string,
  context: RequestContext,
): Promise<ManagedUser> {
  assertNotOneself(session, userId);
  await core.db.transaction().execute(async (trx) => {
    const user = (await findUser(trx, userId, 'for update')) ?? notFound();
    if (user.is_approved) return;
    if (user.access_revoked) throw new AppError('CONFLICT', RESTORE_FIRST);
    await changeUser(trx, userId, { is_approved: true });
    await sendNotice(core, trx, approvedMail(core, user));
    await core.audit.append(trx, {
      action: 'account.approved',
      actorId: session.user._id,
      subjectId: userId,
      before: { isApproved: false },
      after: { isApproved: true },
      ...auditContext(context, session.deviceId),
    });
  });
  core.accessChanged([userId]);
  return readUser(core, userId);
}

/**
 * Takes access away, which ends every session, suspends the account's sub-users and revokes its invites, or gives it
 * back; what was suspended is restored by the main user alone. Doing either twice does nothing more.
 */
export async function setAccess(
  core: Core,
  session: LiveSession,
  decision: { userId: string; isRevoked: boolean; reason: string | null },
  context: RequestContext,
): Promise<ManagedUser> {
  const { userId, isRevoked, reason } = decision;
  assertNotOneself(session, userId);
  const nowMs = core.clock.now();
  const affected = await core.db.transaction().execute(async (trx) => {
    const user = isRevoked
      ? await lockRemovable(trx, session, userId)
      : await findUser(trx, userId, 'for update');
    if (!user) notFound();
    if (user.access_revoked === isRevoked) return [];
    await changeUser(trx, userId, { access_revoked: isRevoked });
    const withdrawn = isRevoked ? await withdrawSeats(core, trx, userId) : NO_SEATS;
    if (isRevoked) await endOpenSessions(trx, { userId }, { reason: 'access revoked', nowMs });
    await core.audit.append(trx, {
      action: isRevoked ? 'account.revoked' : 'account.restored',
      actorId: session.user._id,
      subjectId: userId,
      before: { accessRevoked: user.access_revoked },
      after: { accessRevoked: isRevoked, ...recordedSeats(withdrawn) },
      ...(reason === null ? {} : { reason }),
      ...auditContext(context, session.deviceId),
    });
    return [userId, ...withdrawn.suspendedUserIds];
  });
  if (affected.length > 0) core.accessChanged(affected);
  return readUser(core, userId);
}
