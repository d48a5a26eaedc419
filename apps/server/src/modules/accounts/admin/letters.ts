import { AppError } from '@moneytrail/contract';
import type { Trx } from '../../../db/index.ts';
import { auditContext, type UserCall } from '../account-services.ts';
import { TOO_MANY, takeWindows } from '../limits/limiter.ts';
import { recipientAsk } from '../limits/sending.ts';
import { sendResetLink } from '../passwords/reset.ts';
import { notFound } from '../profile/guards.ts';
import { findUser, type UserRow } from '../profile/user-store.ts';
import { sendConfirmation } from '../registration/register.ts';

const CONFIRMED = 'The address is confirmed already.';

/** Sends a mail to a user for an administrator; throws 429 if its recipient has had enough. */
async function sendFor(
  call: UserCall,
  userId: string,
  send: (trx: Trx, user: UserRow) => Promise<void>,
): Promise<{ message: string }> {
  return call.db.transaction().execute(async (trx) => {
    const user = (await findUser(trx, userId)) ?? notFound();
    await send(trx, user);
    return { message: `A mail to ${user.username} is on its way.` };
  });
}

/** Mails the link that confirms the address. Throws 409 if it is confirmed. */
export function sendUserConfirmation(call: UserCall, userId: string) {
  return sendFor(call, userId, async (trx, user) => {
    if (user.email_confirmed_at_ms !== null) throw new AppError('CONFLICT', CONFIRMED);
    await sendConfirmation(call, trx, user, user.is_approved);
    await call.audit.append(trx, {
      action: 'account.confirmation-sent',
      actorId: call.session.user._id,
      subjectId: userId,
      ...auditContext(call),
    });
  });
}

/** Mails the link that sets a new password. */
export function sendUserPasswordReset(call: UserCall, userId: string) {
  return sendFor(call, userId, async (trx, user) => {
    const asks = [recipientAsk(call, user.username)];
    const { isAllowed } = await takeWindows(trx, asks, call.clock.now());
    if (!isAllowed) throw new AppError('RATE_LIMITED', TOO_MANY);
    await sendResetLink(call, trx, { user, actorId: call.session.user._id });
  });
}
