import { AppError } from '@moneytrail/contract';
import { auditContext, type Core, type RequestContext } from '../core.ts';
import { failClosed } from '../limits/limiter.ts';
import { sendNotice } from '../limits/sending.ts';
import { guardAttempt } from '../limits/sign-in-guard.ts';
import { passwordChangedMail } from '../messages/messages.ts';
import { findUser, type UserRow } from '../profile/user-store.ts';
import type { LiveSession } from '../sessions/session-cache.ts';
import { assertSafePassword, setPassword } from './set-password.ts';

const WRONG = 'currentPassword: The existing password is not correct.';
const SAME = 'newPassword: Password can not be the same as the existing one.';

type Change = { currentPassword: string; newPassword: string };

async function refuse(core: Core, session: LiveSession, context: RequestContext): Promise<never> {
  const userId = session.user._id;
  const entry = { action: 'password.change-refused', actorId: userId, subjectId: userId };
  await core.audit.record({ ...entry, ...auditContext(context, session.deviceId) });
  throw new AppError('BAD_REQUEST', WRONG);
}

/** Guessing the existing password at an open session is counted like guessing it at sign-in, on a counter of its own. */
function proveExisting(
  core: Core,
  user: UserRow,
  session: LiveSession,
  given: { password: string; context: RequestContext },
): Promise<void> {
  const { context, password } = given;
  const who = {
    username: user.username,
    address: context.address,
    trustedDeviceId: `session ${session.id}`,
  };
  return guardAttempt(core, who, async (attempt) => {
    const isRight = await core.hasher.verify(password, user.password_hash);
    if (!isRight || !attempt.isOpen) await refuse(core, session, context);
  });
}

/** Changes one's own password, proven by the existing one; the session that asks stays, all others end. */
export function changePassword(
  core: Core,
  session: LiveSession,
  change: Change,
  context: RequestContext,
): Promise<{ message: string }> {
  return failClosed(async () => {
    const user = await findUser(core.db, session.user._id);
    if (!user) throw new AppError('NOT_FOUND', 'The requested resource was not found.');
    await proveExisting(core, user, session, { password: change.currentPassword, context });
    if (change.newPassword === change.currentPassword) throw new AppError('BAD_REQUEST', SAME);
    const owner = { email: user.username, isSuperAdmin: user.is_super_admin };
    await assertSafePassword(core, 'newPassword', change.newPassword, owner);
    const hash = await core.hasher.hash(change.newPassword);
    await core.db.transaction().execute(async (trx) => {
      const isSet = await setPassword(core, trx, user, {
        hash,
        provenHash: user.password_hash,
        keptSessionId: session.id,
      });
      if (!isSet) throw new AppError('BAD_REQUEST', WRONG);
      await sendNotice(core, trx, passwordChangedMail(core, user));
      const entry = { action: 'password.changed', actorId: user.id, subjectId: user.id };
      await core.audit.append(trx, { ...entry, ...auditContext(context, session.deviceId) });
    });
    core.accessChanged([user.id]);
    return { message: 'Your password has been changed.' };
  });
}
