import type { ErrorCode } from '@moneytrail/contract';
import type { UserRow } from '../profile/user-store.ts';

/** Why somebody with the right password may not come in. */
export type StateProblem = { code: ErrorCode; message: string };

const PENDING = 'Your account is awaiting admin approval.';
const REVOKED = 'Your access has been revoked. Please contact us.';
const SUSPENDED = 'Your access has been suspended by your main user. Please contact them.';

type State = Pick<
  UserRow,
  'is_approved' | 'access_revoked' | 'seat_suspended_by_parent' | 'is_demo'
>;

/** Whether a super admin may come in from an address; everybody else may from anywhere. */
export function isAllowedAddress(
  settings: { adminAddresses: readonly string[] | null },
  user: Pick<UserRow, 'is_super_admin'>,
  address: string,
): boolean {
  if (!user.is_super_admin || settings.adminAddresses === null) return true;
  return settings.adminAddresses.includes(address);
}

/** What keeps an account out; null where nothing does. Told only to who has proven the password. */
export function stateProblem(user: State, settings: { isDemo: boolean }): StateProblem | null {
  if (user.access_revoked) return { code: 'ACCESS_REVOKED', message: REVOKED };
  if (user.is_demo && !settings.isDemo) return { code: 'ACCESS_REVOKED', message: REVOKED };
  if (!user.is_approved) return { code: 'PENDING_APPROVAL', message: PENDING };
  if (user.seat_suspended_by_parent) return { code: 'SEAT_SUSPENDED', message: SUSPENDED };
  return null;
}
