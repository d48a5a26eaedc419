import { AppError } from '@moneytrail/contract';
import { auditContext, type Core, type RequestContext } from '../core.ts';
import { assertReauthenticated } from '../profile/own.ts';
import { recordedSeats, withdrawSeats } from '../profile/suspend-seats.ts';
import { changeUser } from '../profile/user-store.ts';
import type { LiveSession } from '../sessions/session-cache.ts';
import { endOpenSessions } from '../sessions/session-store.ts';
import { assertNotOneself, lockRemovable } from './decide-on-user.ts';

const GONE = 'Unable To Find User to Delete.';

/**
 * Hides an account: its sessions end, its sub-users are suspended, its invites revoked, and a job of billing ends what
 * it pays for. The row keeps its address until a job erases the account after 14 days: nobody else can register with it
 * before, and come into what belonged to another person. Throws 404 the second time.
 */
export async function deleteUser(
  core: Core,
  session: LiveSession,
  { userId, reason }: { userId: string; reason: string | null },
  context: RequestContext,
): Promise<{ _id: string }> {
  assertNotOneself(session, userId);
  assertReauthenticated(core, session);
  const nowMs = core.clock.now();
  const affected = await core.db.transaction().execute(async (trx) => {
    const user = await lockRemovable(trx, session, userId);
    if (!user) throw new AppError('NOT_FOUND', GONE);
    const withdrawn = await withdrawSeats(core, trx, userId);
    await changeUser(trx, userId, { deleted_at_ms: nowMs });
    await endOpenSessions(trx, { userId }, { reason: 'account deleted', nowMs });
    await core.audit.append(trx, {
      action: 'account.deleted',
      actorId: session.user._id,
      subjectId: userId,
      before: { isDeleted: false },
      after: { isDeleted: true, ...recordedSeats(withdrawn) },
      ...(reason === null ? {} : { reason }),
      ...auditContext(context, session.deviceId),
    });
    return [userId, ...withdrawn.suspendedUserIds];
  });
  core.accessChanged(affected);
  return { _id: userId };
}
