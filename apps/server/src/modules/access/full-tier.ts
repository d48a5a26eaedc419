import { DAY_MS, wallToUtcMs } from '@moneytrail/calendar';
import { lastPaidDay } from '@moneytrail/contract';
import { type AccessUser, type Payment, paymentOf } from './access-user.ts';

/** Administrators pick days on the product's home calendar. */
const PAYMENT_ZONE = 'Africa/Johannesburg';

function isPaid(payment: Payment | null, nowMs: number): boolean {
  if (!payment?.hasPaid || payment.paymentValidUntil === null) return false;
  const lastDay = lastPaidDay(payment.paymentValidUntil);
  if (lastDay === null) return false;
  return nowMs < wallToUtcMs(PAYMENT_ZONE, Date.parse(lastDay) + DAY_MS);
}

function isSubscribed({ subscription }: AccessUser, nowMs: number): boolean {
  if (!subscription?.isActive) return false;
  return subscription.endDate === null || Date.parse(subscription.endDate) > nowMs;
}

/**
 * Whether a user has more than the free instrument: a super admin, a paid commercial user or its sub-user, a retail
 * user with a running subscription or an administrator's override. A payment gives a retail user nothing, an
 * override a commercial user nothing.
 */
export function fullTier(user: AccessUser, nowMs: number): boolean {
  if (user.isSuperAdmin) return true;
  if (user.isSubUser || user.userType === 'commercial') return isPaid(paymentOf(user), nowMs);
  return user.hasSubscriptionOverride === true || isSubscribed(user, nowMs);
}
