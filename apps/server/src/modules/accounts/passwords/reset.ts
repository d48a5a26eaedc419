import { AppError } from '@moneytrail/contract';
import type { Db, Reader, Trx, Writer } from '../../../db/index.ts';
import { auditContext, type Call } from '../account-services.ts';
import { failClosed, limitKey, takeAlone } from '../limits/limiter.ts';
import { assertMayCauseMessages, recipientAsk, sendNotice } from '../limits/sending.ts';
import { passwordChangedMail, resetLinkMail } from '../messages/messages.ts';
import { findUser, findUserByName, type UserRow } from '../profile/user-store.ts';
import { newToken, tokenHash } from '../secrets/keys.ts';
import { assertSafePassword, setPassword, spendResetTokens } from './passwords.ts';

const LINK_MS = 30 * 60_000;
const TOLD = 'If the address has an account, a link to set a new password is on its way.';

/** Mails a reset link if the address has an account; the answer is the same if it has none. */
export function forgotPassword(
  call: Call,
  request: { email: string },
): Promise<{ message: string }> {
  return failClosed(async () => {
    await assertMayCauseMessages(call);
    const nowMs = call.clock.now();
    const key = limitKey(call.keys.limits, 'reset', request.email);
    // Ask the limits first: if the link cannot be sent, the previous one stays valid.
    const asks = [{ key, windows: call.limits.sendToAccount }, recipientAsk(call, request.email)];
    const { isAllowed } = await takeAlone(call.db, asks, nowMs);
    const user = await findUserByName(call.db, request.email);
    if (user && isAllowed) {
      await call.db
        .transaction()
        .execute((trx) => sendResetLink(call, trx, { user, actorId: null }));
    }
    return { message: TOLD };
  });
}

/** Mails a reset link, which makes the user's earlier ones invalid, and audits who asked for it. */
export async function sendResetLink(
  call: Call,
  trx: Trx,
  { user, actorId }: { user: UserRow; actorId: string | null },
): Promise<void> {
  const token = newToken();
  const nowMs = call.clock.now();
  const expiresMs = nowMs + LINK_MS;
  await insertResetToken(trx, { hash: tokenHash(token), userId: user.id, expiresMs }, nowMs);
  const mail = resetLinkMail(call, user, token);
  await call.outbox.add(trx, { channel: 'email', ...mail, expiresAtMs: expiresMs });
  const entry = { action: 'password.link-sent', actorId, subjectId: user.id };
  await call.audit.append(trx, { ...entry, ...auditContext(call) });
}

const NOT_VALID = 'Reset token not found or not valid. Please request a new reset password link.';

/** Sets a new password by the token of a reset link; a refused password leaves the link valid. */
export function resetPassword(
  call: Call,
  request: { token: string; newPassword: string },
): Promise<{ message: string }> {
  return failClosed(async () => {
    const tokenInHash = tokenHash(request.token);
    const nowMs = call.clock.now();
    const userId = await findResetUser(call.db, tokenInHash, nowMs);
    const user = userId === null ? null : await findUser(call.db, userId);
    if (!user) throw new AppError('RESET_TOKEN_INVALID', NOT_VALID);
    const owner = { email: user.username, isSuperAdmin: user.is_super_admin };
    await assertSafePassword(call, 'newPassword', request.newPassword, owner);
    const hash = await call.hasher.hash(request.newPassword);
    await call.db.transaction().execute(async (trx) => {
      await findUser(trx, user.id, 'for update');
      if (!(await spendResetToken(trx, tokenInHash, nowMs))) {
        throw new AppError('RESET_TOKEN_INVALID', NOT_VALID);
      }
      await setPassword(call, trx, user, { hash, provenHash: null, keptSessionId: null });
      await sendNotice(call, trx, passwordChangedMail(call, user));
      const entry = { action: 'password.reset', actorId: user.id, subjectId: user.id };
      await call.audit.append(trx, { ...entry, ...auditContext(call) });
    });
    call.accessChanged([user.id]);
    return { message: 'Your Password has been reset successfully.' };
  });
}

/** Stores the hash of a new reset token and invalidates the user's earlier ones. */
async function insertResetToken(
  db: Writer,
  token: { hash: Buffer; userId: string; expiresMs: number },
  nowMs: number,
): Promise<void> {
  await spendResetTokens(db, token.userId, nowMs);
  await db
    .insertInto('reset_tokens')
    .values({
      token_hash: token.hash,
      user_id: token.userId,
      expires_ms: token.expiresMs,
      used_at_ms: null,
    })
    .execute();
}

/** The owner of an unused, unexpired token; null for any other. */
async function findResetUser(db: Reader, hash: Buffer, nowMs: number): Promise<string | null> {
  const row = await db
    .selectFrom('reset_tokens')
    .select('user_id')
    .where('token_hash', '=', hash)
    .where('used_at_ms', 'is', null)
    .where('expires_ms', '>=', nowMs)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Marks a token as used; false if another request was faster. */
async function spendResetToken(db: Writer, hash: Buffer, nowMs: number): Promise<boolean> {
  const result = await db
    .updateTable('reset_tokens')
    .set({ used_at_ms: nowMs })
    .where('token_hash', '=', hash)
    .where('used_at_ms', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

export async function removeStaleResetTokens(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('reset_tokens').where('expires_ms', '<', beforeMs).execute();
}
