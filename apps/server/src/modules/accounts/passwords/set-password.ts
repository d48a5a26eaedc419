import type { Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';
import type { Core } from '../core.ts';
import { unlockAccount } from '../limits/sign-in-guard.ts';
import { changeUser, type UserRow } from '../profile/user-store.ts';
import { endOpenSessions } from '../sessions/session-store.ts';
import { endOpenChallenges } from '../sign-in/challenge-store.ts';
import { spendResetTokens } from './reset-store.ts';

/**
 * Puts a new password in place: sessions end (but the one that asked), links and half-done sign-ins are worth nothing,
 * devices are trusted no more, and failed sign-ins are forgotten.
 */
export async function setPassword(
  core: Core,
  trx: Transaction<Database>,
  user: UserRow,
  change: { hash: string; keptSessionId: string | null },
): Promise<void> {
  const nowMs = core.clock.now();
  await unlockAccount(core, trx, user.username);
  await changeUser(trx, user.id, { password_hash: change.hash, trusted_since_ms: nowMs });
  await spendResetTokens(trx, user.id, nowMs);
  await endOpenChallenges(trx, { userId: user.id }, nowMs);
  await endOpenSessions(
    trx,
    {
      userId: user.id,
      ...(change.keptSessionId === null ? {} : { exceptId: change.keptSessionId }),
    },
    { reason: 'password changed', nowMs },
  );
}
