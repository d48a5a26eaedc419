import type { Db, Reader, Writer } from '../../../db/index.ts';

/** Keeps the hash of a new reset token; earlier ones of the user are worth nothing any more. */
export async function insertResetToken(
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

/** Whose an unused token is that is still good; null for any other. */
export async function findResetUser(
  db: Reader,
  hash: Buffer,
  nowMs: number,
): Promise<string | null> {
  const row = await db
    .selectFrom('reset_tokens')
    .select('user_id')
    .where('token_hash', '=', hash)
    .where('used_at_ms', 'is', null)
    .where('expires_ms', '>=', nowMs)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Spends a token; false where somebody was quicker. */
export async function spendResetToken(db: Writer, hash: Buffer, nowMs: number): Promise<boolean> {
  const result = await db
    .updateTable('reset_tokens')
    .set({ used_at_ms: nowMs })
    .where('token_hash', '=', hash)
    .where('used_at_ms', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

export async function spendResetTokens(db: Writer, userId: string, nowMs: number): Promise<void> {
  await db
    .updateTable('reset_tokens')
    .set({ used_at_ms: nowMs })
    .where('user_id', '=', userId)
    .where('used_at_ms', 'is', null)
    .execute();
}

/** Removes tokens that were good until before a moment. */
export async function removeStaleResetTokens(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('reset_tokens').where('expires_ms', '<', beforeMs).execute();
}
