import type { Account, NotedPayment } from '@moneytrail/contract';

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
