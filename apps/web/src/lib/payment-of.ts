import type { Account, NotedPayment } from '@moneytrail/contract';

/** What an account tells of its payment. */
export type PaidAccount = Pick<
  Account,
  'isSubUser' | 'hasPaid' | 'paymentValidUntil' | 'parentHasPaid' | 'parentPaymentValidUntil'
>;

/** The payment that counts: a sub-user's is its main account's. */
export function paymentOf(user: PaidAccount): NotedPayment {
  const { hasPaid, paymentValidUntil } = user;
  if (!user.isSubUser) return { hasPaid, paymentValidUntil };
  return { hasPaid: user.parentHasPaid === true, paymentValidUntil: user.parentPaymentValidUntil };
}
