import { type Account, AppError } from '@moneytrail/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { auditContext, type Core, type RequestContext } from '../core.ts';
import { sendNotice } from '../limits/sending.ts';
import { approvedMail } from '../messages/messages.ts';
import { notFound } from '../profile/own.ts';
import { presentAccount } from '../profile/present-account.ts';
import { recordedSeats, type WithdrawnSeats, withdrawSeats } from '../profile/suspend-seats.ts';
import {
  changeUser,
  findPerson,
  findUser,
  lockActiveSuperAdmins,
  type UserRow,
} from '../profile/user-store.ts';
import type { LiveSession } from '../sessions/session-cache.ts';
import { endOpenSessions } from '../sessions/session-store.ts';

const NOT_ONESELF = 'Forbidden. You do not have the required permissions.';
const NO_SEATS: WithdrawnSeats = { suspendedUserIds: [], revokedInviteIds: [] };
const LAST_ADMIN = 'The last super admin stays.';

function assertNotOneself(session: LiveSession, userId: string): void {
  if (session.user._id === userId) throw new AppError('FORBIDDEN', NOT_ONESELF);
}

/** Of several decisions at once each sees the one before it: one super admin is always left, and it is not the one meant. */
async function assertAnotherAdmin(
  trx: Transaction<Database>,
  session: LiveSession,
  user: UserRow,
): Promise<void> {
  if (!user.is_super_admin) return;
  const active = await lockActiveSuperAdmins(trx);
  const others = active.filter((id) => id !== user.id);
  if (others.length === 0 || !active.includes(session.user._id)) {
    throw new AppError('FORBIDDEN', LAST_ADMIN);
  }
}

async function present(core: Core, userId: string): Promise<Account> {
  return presentAccount((await findPerson(core.db, userId)) ?? notFound());
}

/** Lets a pending account in and tells its owner; approving twice tells once. */
export async function approveUser(
  core: Core,
  session: LiveSession,
  userId: string,
  context: RequestContext,
): Promise<Account> {
  assertNotOneself(session, userId);
  await core.db.transaction().execute(async (trx) => {
    const user = (await findUser(trx, userId, 'for update')) ?? notFound();
    if (user.is_approved) return;
    await changeUser(trx, userId, { is_approved: true });
    await sendNotice(core, trx, approvedMail(core, user));
    const entry = { action: 'account.approved', actorId: session.user._id, subjectId: userId };
    await core.audit.append(trx, { ...entry, ...auditContext(context, session.deviceId) });
  });
  core.accessChanged([userId]);
  return present(core, userId);
}

/**
 * Takes access away, which ends every session, suspends the account's sub-users and revokes its invites, or gives it
 * back; what was suspended is restored by the main user alone.
 */
export async function setAccess(
  core: Core,
  session: LiveSession,
  decision: { userId: string; isRevoked: boolean; reason: string | null },
  context: RequestContext,
): Promise<Account> {
  const { userId, isRevoked, reason } = decision;
  assertNotOneself(session, userId);
  const nowMs = core.clock.now();
  const affected = await core.db.transaction().execute(async (trx) => {
    const user = (await findUser(trx, userId)) ?? notFound();
    if (isRevoked) await assertAnotherAdmin(trx, session, user);
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
  core.accessChanged(affected);
  return present(core, userId);
}
