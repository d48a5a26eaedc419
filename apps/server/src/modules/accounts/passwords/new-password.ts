import { AppError, passwordProblems } from '@moneytrail/contract';
import { isCommonPassword } from '@moneytrail/contract/common-passwords';

const ADMIN_MIN_LENGTH = 12;

/** Refuses a password that may not be set, with the field and every reason. */
export function assertNewPassword(
  field: string,
  password: string,
  owner: { email: string; isSuperAdmin: boolean },
): void {
  const problems = passwordProblems(password, {
    email: owner.email,
    isCommon: isCommonPassword,
    ...(owner.isSuperAdmin ? { minLength: ADMIN_MIN_LENGTH } : {}),
  });
  if (problems.length > 0) throw new AppError('BAD_REQUEST', `${field}: ${problems.join('. ')}`);
}
