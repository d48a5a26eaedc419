import { isPaid, lastPaidDay, type Subscription } from '@moneytrail/contract';
import { type PaidAccount, paymentOf } from '../../lib/payment-of.ts';
import { STATUS_TEXTS } from './texts.ts';

type SubscriptionStatus = (typeof STATUS_TEXTS)[keyof typeof STATUS_TEXTS];

/** Cancelled at the provider; access may continue until the period ends. */
export function isCancelled({ paypalStatus, lemonStatus }: Subscription): boolean {
  return [paypalStatus, lemonStatus].some((status) => status?.toLowerCase() === 'cancelled');
}

export function isOngoing(subscription: Subscription | null | undefined): boolean {
  return subscription?.isActive === true && !isCancelled(subscription);
}

/** Cancelled takes precedence over active. */
export function subscriptionStatus(subscription: Subscription | null): SubscriptionStatus {
  if (!subscription) return STATUS_TEXTS.none;
  if (subscription.isProcessing) return STATUS_TEXTS.processing;
  if (isCancelled(subscription)) return STATUS_TEXTS.cancelled;
  if (!subscription.isActive) return STATUS_TEXTS.none;
  return subscription.isInTrial ? STATUS_TEXTS.trial : STATUS_TEXTS.active;
}

type PaymentStatus = {
  status: typeof STATUS_TEXTS.active | typeof STATUS_TEXTS.none;
  /** The last day with access, `YYYY-MM-DD` in Johannesburg; null without a payment. */
  lastDay: string | null;
};

/** A commercial account's payment, by the same rule that grants access. */
export function paymentStatus(user: PaidAccount, nowMs: number): PaymentStatus {
  const payment = paymentOf(user);
  const noted = payment.hasPaid ? payment.paymentValidUntil : null;
  return {
    status: isPaid(payment, nowMs) ? STATUS_TEXTS.active : STATUS_TEXTS.none,
    lastDay: noted === null ? null : lastPaidDay(noted),
  };
}
