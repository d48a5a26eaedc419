import { AppError } from '@moneytrail/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';
import type { Core } from '../core.ts';
import { findUser, replacePasswordHash, type UserRow } from '../profile/user-store.ts';
import { stateProblem } from './account-state.ts';

export const WRONG_PASSWORD = 'Incorrect email or password.';

/**
 * Locks the account until the transaction ends, and throws 401 unless its password is still the one that was proven and
 * nothing stands against it: a password set anew while somebody signs in ends that sign-in too.
 */
export async function lockProvenUser(
  core: Core,
  trx: Transaction<Database>,
  proven: UserRow,
): Promise<void> {
  const current = await findUser(trx, proven.id, 'for update');
  const isSame = current?.password_hash === proven.password_hash;
  if (current && isSame && !stateProblem(current, core.settings)) return;
  throw new AppError('INVALID_CREDENTIALS', WRONG_PASSWORD);
}

/**
 * Replaces a hash from before passwords became dearer while the password is known, and answers the account as it is
 * then. Where somebody else was quicker the password is proven against what they wrote; 401 where it is another one.
 */
export async function upgradeHash(core: Core, user: UserRow, password: string): Promise<UserRow> {
  if (!core.hasher.isOutdated(user.password_hash)) return user;
  const hash = await core.hasher.hash(password);
  const change = { id: user.id, from: user.password_hash, to: hash };
  if (await replacePasswordHash(core.db, change)) return { ...user, password_hash: hash };
  const current = await findUser(core.db, user.id);
  const isRight = current && (await core.hasher.verify(password, current.password_hash));
  if (!isRight) throw new AppError('INVALID_CREDENTIALS', WRONG_PASSWORD);
  return current;
}
