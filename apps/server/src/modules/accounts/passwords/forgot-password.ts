import { AppError } from '@moneytrail/contract';
import { appendAudit } from '../../audit/index.ts';
import { type Caller, type Core, whence } from '../core.ts';
import { failClosed, limitKey, takeAlone } from '../limits/limiter.ts';
import { TOO_MANY } from '../limits/sign-in-guard.ts';
import { resetLinkMail } from '../messages/mails.ts';
import { findUserByName } from '../profile/user-store.ts';
import { newToken, tokenHash } from '../secrets/random-token.ts';
import { insertResetToken } from './reset-store.ts';

const LINK_MS = 30 * 60_000;
const TOLD = 'If the address has an account, a link to set a new password is on its way.';

/** Whether another link may be sent to the address; asked alike whether or not it has an account. */
async function maySendLink(core: Core, email: string, caller: Caller): Promise<boolean> {
  const { keys, limits, clock, db } = core;
  const nowMs = clock.now();
  const address = {
    key: limitKey(keys.limits, 'reset-address', caller.address),
    windows: [limits.sendFromAddress],
  };
  const account = { key: limitKey(keys.limits, 'reset', email), windows: limits.sendToAccount };
  const fromAddress = await takeAlone(db, [address], nowMs);
  if (!fromAddress.isAllowed) throw new AppError('RATE_LIMITED', TOO_MANY);
  return (await takeAlone(db, [account], nowMs)).isAllowed;
}

/** Mails a link that sets a new password, where the address has an account; the answer is the same where not. */
export function forgotPassword(
  core: Core,
  request: { email: string },
  caller: Caller,
): Promise<{ message: string }> {
  return failClosed(async () => {
    const isAllowed = await maySendLink(core, request.email, caller);
    const user = await findUserByName(core.db, request.email);
    if (user && isAllowed) {
      const token = newToken();
      const nowMs = core.clock.now();
      await core.db.transaction().execute(async (trx) => {
        const kept = { hash: tokenHash(token), userId: user.id, expiresMs: nowMs + LINK_MS };
        await insertResetToken(trx, kept, nowMs);
        const entry = { action: 'password.link-sent', actorId: null, subjectId: user.id };
        await appendAudit({ trx, nowMs }, { ...entry, ...whence(caller) });
      });
      core.mailLater(resetLinkMail(core, user, token));
    }
    return { message: TOLD };
  });
}
