import type { Account } from '@moneytrail/contract';

/** Only retail accounts subscribe: commercial ones pay by agreement, and sub-users share their main user's access. */
export function maySubscribe({
  userType,
  isSubUser,
}: Pick<Account, 'userType' | 'isSubUser'>): boolean {
  return userType === 'retail' && !isSubUser;
}
