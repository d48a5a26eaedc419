import { AppError, passwordProblems } from '@moneytrail/contract';
import { isCommonPassword } from '@moneytrail/contract/common-passwords';
import type { Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';
import type { Core } from '../core.ts';
import { unlockAccount } from '../limits/sign-in-guard.ts';
import { changeUser, findUser, type UserRow } from '../profile/user-store.ts';
import { endOpenSessions } from '../sessions/session-store.ts';
import { endOpenChallenges } from '../sign-in/challenge-store.ts';
import { spendResetTokens } from './reset-store.ts';

const ADMIN_MIN_LENGTH = 12;
const LEAKED = 'This password is known from a data leak. Please choose another one.';

type Owner = { email: string; isSuperAdmin: boolean };

/** Refuses a password that may not be set, with the field and every reason. */
export function assertNewPassword(field: string, password: string, owner: Owner): void {
  const problems = passwordProblems(password, {
    email: owner.email,
    isCommon: isCommonPassword,
    ...(owner.isSuperAdmin ? { minLength: ADMIN_MIN_LENGTH } : {}),
  });
  if (problems.length > 0) throw new AppError('BAD_REQUEST', `${field}: ${problems.join('. ')}`);
}

/** The same, and refuses what is known from a leak where a service that knows is configured. */
export async function assertSafePassword(
  core: Pick<Core, 'isBreached'>,
  field: string,
  password: string,
  owner: Owner,
): Promise<void> {
  assertNewPassword(field, password, owner);
  if (await core.isBreached(password)) throw new AppError('BAD_REQUEST', `${field}: ${LEAKED}`);
}

/**
 * Puts a new password in place: sessions end (but the one that asked), links and half-done sign-ins are worth nothing,
 * devices are trusted no more, and failed sign-ins are forgotten. `provenHash` is what the existing password was proven
 * against; where another one has taken its place meanwhile nothing is changed and `false` is answered.
 */
export async function setPassword(
  core: Core,
  trx: Transaction<Database>,
  user: UserRow,
  change: { hash: string; provenHash: string | null; keptSessionId: string | null },
): Promise<boolean> {
  const nowMs = core.clock.now();
  const current = await findUser(trx, user.id, 'for update');
  const { provenHash } = change;
  if (!current || (provenHash !== null && current.password_hash !== provenHash)) return false;
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
  return true;
}
