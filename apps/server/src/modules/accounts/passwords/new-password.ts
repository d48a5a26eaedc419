import { AppError, passwordProblems } from '@moneytrail/contract';
import { isCommonPassword } from '@moneytrail/contract/common-passwords';
import type { Core } from '../core.ts';

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
