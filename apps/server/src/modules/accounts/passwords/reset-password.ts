import { AppError } from '@moneytrail/contract';
import { auditContext, type Core, type RequestContext } from '../core.ts';
import { failClosed } from '../limits/limiter.ts';
import { sendNotice } from '../limits/sending.ts';
import { passwordChangedMail } from '../messages/messages.ts';
import { findUser } from '../profile/user-store.ts';
import { tokenHash } from '../secrets/keys.ts';
import { findResetUser, spendResetToken } from './reset-store.ts';
import { assertSafePassword, setPassword } from './set-password.ts';

const NOT_VALID = 'Reset token not found or not valid. Please request a new reset password link.';

/** Sets a new password by the token of a reset link; a refused password leaves the link as it is. */
export function resetPassword(
  core: Core,
  request: { token: string; newPassword: string },
  context: RequestContext,
): Promise<{ message: string }> {
  return failClosed(async () => {
    const tokenInHash = tokenHash(request.token);
    const nowMs = core.clock.now();
    const userId = await findResetUser(core.db, tokenInHash, nowMs);
    const user = userId === null ? null : await findUser(core.db, userId);
    if (!user) throw new AppError('RESET_TOKEN_INVALID', NOT_VALID);
    const owner = { email: user.username, isSuperAdmin: user.is_super_admin };
    await assertSafePassword(core, 'newPassword', request.newPassword, owner);
    const hash = await core.hasher.hash(request.newPassword);
    await core.db.transaction().execute(async (trx) => {
      await findUser(trx, user.id, 'for update');
      if (!(await spendResetToken(trx, tokenInHash, nowMs))) {
        throw new AppError('RESET_TOKEN_INVALID', NOT_VALID);
      }
      await setPassword(core, trx, user, { hash, provenHash: null, keptSessionId: null });
      await sendNotice(core, trx, passwordChangedMail(core, user));
      const entry = { action: 'password.reset', actorId: user.id, subjectId: user.id };
      await core.audit.append(trx, { ...entry, ...auditContext(context) });
    });
    core.accessChanged([user.id]);
    return { message: 'Your Password has been reset successfully.' };
  });
}
