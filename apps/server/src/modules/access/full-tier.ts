import { isPaid, isSubscribed } from '@moneytrail/contract';
import { type AccessUser, paymentOf } from './access-user.ts';

/**
 * Whether a user has more than the free instrument: a super admin, a paid commercial user or its sub-user, a retail
 * user with a running subscription or an administrator's override. A payment gives a retail user nothing, an
 * override a commercial user nothing.
 */
export function fullTier(user: AccessUser, nowMs: number): boolean {
  if (user.isSuperAdmin) return true;
  if (user.isSubUser || user.userType === 'commercial') {
    const payment = paymentOf(user);
    return payment !== null && isPaid(payment, nowMs);
  }
  return isSubscribed(user, nowMs);
}
