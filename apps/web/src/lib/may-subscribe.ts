import type { Account } from '@moneytrail/contract';

/** Subscriptions are for retail accounts: commercial ones pay by agreement, and sub-users have what their main user has. */
export function maySubscribe({
  userType,
  isSubUser,
}: Pick<Account, 'userType' | 'isSubUser'>): boolean {
  return userType === 'retail' && !isSubUser;
}
