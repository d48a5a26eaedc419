import type { Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';
import type { Core } from '../core.ts';
import { attemptLock, limitKey, openLock } from '../limits/limiter.ts';
import { codeHash, type Factor, isRightCode } from '../secrets/one-time-code.ts';
import { MAX_TRIES } from './challenge.ts';
import { changeChallenge, takeTry } from './challenge-store.ts';

/** `ended`: the challenge has no tries left, or the second factor is locked for a while. */
export type CodeVerdict = 'right' | 'wrong' | 'ended';

export type GivenCode = { factor: Factor; code: string };

/**
 * Checks a code in the caller's transaction and spends the challenge if it is right: of parallel right ones exactly
 * one is. Every look at a code is a counted try, so parallel wrong ones never see more than are left.
 */
export async function checkCode(
  core: Core,
  trx: Transaction<Database>,
  challenge: { id: string; deviceId: string },
  given: GivenCode,
): Promise<CodeVerdict> {
  const nowMs = core.clock.now();
  const row = await takeTry(trx, challenge.id, MAX_TRIES);
  if (!row) return 'ended';
  const lockKey = limitKey(core.keys.limits, 'second-factor', row.user_id);
  const lock = await attemptLock(trx, lockKey, core.limits.secondFactor, nowMs);
  if (!lock.isAllowed) return 'ended';
  const sent =
    given.factor === 'sms'
      ? { hash: row.sms_hash, expiresMs: row.sms_expires_ms }
      : { hash: row.recovery_hash, expiresMs: row.recovery_expires_ms };
  const isRight =
    row.device_id === challenge.deviceId &&
    isRightCode(codeHash(core.keys.codes, row.id, given.factor, given.code), sent, nowMs);
  if (!isRight) return row.tries >= MAX_TRIES ? 'ended' : 'wrong';
  await changeChallenge(trx, row.id, { ended_at_ms: nowMs });
  await openLock(trx, lockKey);
  return 'right';
}
