import { auditContext, type Core, type RequestContext } from '../core.ts';
import { failClosed, limitKey, takeAlone } from '../limits/limiter.ts';
import { assertMayCauseMessages, recipientAsk } from '../limits/sending.ts';
import { resetLinkMail } from '../messages/messages.ts';
import { findUserByName } from '../profile/user-store.ts';
import { newToken, tokenHash } from '../secrets/keys.ts';
import { insertResetToken } from './reset-store.ts';

const LINK_MS = 30 * 60_000;
const TOLD = 'If the address has an account, a link to set a new password is on its way.';

/** Mails a link that sets a new password, where the address has an account; the answer is the same where not. */
export function forgotPassword(
  core: Core,
  request: { email: string },
  context: RequestContext,
): Promise<{ message: string }> {
  return failClosed(async () => {
    await assertMayCauseMessages(core, context);
    const nowMs = core.clock.now();
    const key = limitKey(core.keys.limits, 'reset', request.email);
    // Before anything is changed: a link that cannot be sent leaves the one before it good.
    const asks = [{ key, windows: core.limits.sendToAccount }, recipientAsk(core, request.email)];
    const { isAllowed } = await takeAlone(core.db, asks, nowMs);
    const user = await findUserByName(core.db, request.email);
    if (user && isAllowed) {
      const token = newToken();
      await core.db.transaction().execute(async (trx) => {
        const expiresMs = nowMs + LINK_MS;
        await insertResetToken(trx, { hash: tokenHash(token), userId: user.id, expiresMs }, nowMs);
        const mail = resetLinkMail(core, user, token);
        await core.outbox.add(trx, { channel: 'email', ...mail, expiresAtMs: expiresMs });
        const entry = { action: 'password.link-sent', actorId: null, subjectId: user.id };
        await core.audit.append(trx, { ...entry, ...auditContext(context) });
      });
    }
    return { message: TOLD };
  });
}
