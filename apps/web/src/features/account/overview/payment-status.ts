import { isPaid, lastPaidDay } from '@moneytrail/contract';
import { type PaidAccount, paymentOf } from '../../../lib/payment-of.ts';
import { STATUS_TEXTS } from '../texts.ts';

export type PaymentStatus = {
  status: typeof STATUS_TEXTS.active | typeof STATUS_TEXTS.none;
  /** The last day with access, `YYYY-MM-DD` in Johannesburg; null without a payment. */
  lastDay: string | null;
};

/** The state of a commercial account's payment, by the rule that opens the gate. */
export function paymentStatus(user: PaidAccount, nowMs: number): PaymentStatus {
  const payment = paymentOf(user);
  const noted = payment.hasPaid ? payment.paymentValidUntil : null;
  return {
    status: isPaid(payment, nowMs) ? STATUS_TEXTS.active : STATUS_TEXTS.none,
    lastDay: noted === null ? null : lastPaidDay(noted),
  };
}
