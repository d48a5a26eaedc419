import { type Account, isPaid, isSubscribed, type NotedPayment } from '@moneytrail/contract';

export type PaidAccount = Pick<
  Account,
  'isSubUser' | 'hasPaid' | 'paymentValidUntil' | 'parentHasPaid' | 'parentPaymentValidUntil'
>;

/** A sub-user's payment is the main account's. */
export function paymentOf(user: PaidAccount): NotedPayment {
  const { hasPaid, paymentValidUntil } = user;
  if (!user.isSubUser) return { hasPaid, paymentValidUntil };
  return { hasPaid: user.parentHasPaid === true, paymentValidUntil: user.parentPaymentValidUntil };
}

/** True if an account sees more than the free instrument, as the server decides it. */
export function hasFullAccess(user: Account, nowMs: number): boolean {
  if (user.isSuperAdmin) return true;
  const paysOnAccount = user.isSubUser || user.userType === 'commercial';
  return paysOnAccount ? isPaid(paymentOf(user), nowMs) : isSubscribed(user, nowMs);
}
