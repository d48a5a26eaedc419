import { AppError } from '@moneytrail/contract';
import { appendAudit, recordAlone } from '../../audit/index.ts';
import { type Caller, type Core, whence } from '../core.ts';
import { failClosed } from '../limits/limiter.ts';
import { guardAttempt } from '../limits/sign-in-guard.ts';
import { passwordChangedMail } from '../messages/mails.ts';
import { findUser, type UserRow } from '../profile/user-store.ts';
import type { LiveSession } from '../sessions/session-cache.ts';
import { assertSafePassword } from './new-password.ts';
import { setPassword } from './set-password.ts';

const WRONG = 'currentPassword: The existing password is not correct.';
const SAME = 'newPassword: Password can not be the same as the existing one.';

type Change = { currentPassword: string; newPassword: string };

async function refuse(core: Core, session: LiveSession, caller: Caller): Promise<never> {
  const userId = session.user._id;
  const entry = { action: 'password.change-refused', actorId: userId, subjectId: userId };
  await recordAlone(core, { ...entry, ...whence(caller, session.deviceId) });
  throw new AppError('BAD_REQUEST', WRONG);
}

/** Guessing the existing password at an open session is counted like guessing it at the door, on a counter of its own. */
function proveExisting(
  core: Core,
  user: UserRow,
  session: LiveSession,
  given: { password: string; caller: Caller },
): Promise<void> {
  const { caller, password } = given;
  const who = {
    username: user.username,
    address: caller.address,
    trustedDeviceId: `session ${session.id}`,
  };
  return guardAttempt(core, who, async (attempt) => {
    const isRight = await core.hasher.verify(password, user.password_hash);
    if (!isRight || !attempt.isOpen) await refuse(core, session, caller);
  });
}

/** Changes one's own password, proven by the existing one; the session that asks stays, all others end. */
export function changePassword(
  core: Core,
  session: LiveSession,
  change: Change,
  caller: Caller,
): Promise<{ message: string }> {
  return failClosed(async () => {
    const user = await findUser(core.db, session.user._id);
    if (!user) throw new AppError('NOT_FOUND', 'The requested resource was not found.');
    await proveExisting(core, user, session, { password: change.currentPassword, caller });
    if (change.newPassword === change.currentPassword) throw new AppError('BAD_REQUEST', SAME);
    const owner = { email: user.username, isSuperAdmin: user.is_super_admin };
    await assertSafePassword(core, 'newPassword', change.newPassword, owner);
    const hash = await core.hasher.hash(change.newPassword);
    const nowMs = core.clock.now();
    await core.db.transaction().execute(async (trx) => {
      await setPassword(core, trx, user, { hash, keptSessionId: session.id });
      const entry = { action: 'password.changed', actorId: user.id, subjectId: user.id };
      await appendAudit({ trx, nowMs }, { ...entry, ...whence(caller, session.deviceId) });
    });
    core.sessions.forgetUser(user.id);
    core.mailLater(passwordChangedMail(core, user));
    return { message: 'Your password has been changed.' };
  });
}
