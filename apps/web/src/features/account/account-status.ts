import {
  type Account,
  BRAND,
  isPaid,
  lastGraceDay,
  paidDay,
  type Subscription,
} from '@moneytrail/contract';
import { maySubscribe } from '../../lib/may-subscribe.ts';
import { type PaidAccount, paymentOf } from '../../lib/payment-of.ts';
import { dayText } from '../../lib/subscription-dates.ts';
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

/** `, access until 20 Nov 2026`: the date that belongs to the status; empty if there is none. */
export function subscriptionDate(subscription: Subscription | null): string {
  if (!subscription?.isActive) return '';
  const { endDate, renewsAt, isInTrial } = subscription;
  if (isCancelled(subscription)) return `, access until ${dayText(endDate)}`;
  if (renewsAt === null) return '';
  return isInTrial ? `, first payment ${dayText(renewsAt)}` : `, next payment ${dayText(renewsAt)}`;
}

/** The origin of a right, or who can give it. */
export function rightSource(user: Account, right: keyof Account['permissions']): string {
  if (user.isSuperAdmin) return 'Administrators have it.';
  if (!user.permissions[right]) {
    const why = !maySubscribe(user)
      ? 'Your account does not include it.'
      : user.subscription?.isActive
        ? 'Your plan does not include it.'
        : 'An account without a plan does not include it.';
    return `${why} An administrator can add it: write to ${BRAND.contactAddress}.`;
  }
  if (user.isSubUser) return 'You have it from your main user.';
  return user.subscription?.isActive && user.subscription.permissions[right]
    ? 'It comes with your plan, while the plan is active.'
    : 'An administrator has added it to your account.';
}

type PaymentStatus = {
  status: typeof STATUS_TEXTS.active | typeof STATUS_TEXTS.none;
  /** The last day paid for, `YYYY-MM-DD` in Johannesburg; null without a payment. */
  paidUntil: string | null;
  /** The last of the days of grace that follow; null without a payment. */
  graceUntil: string | null;
};

/** A commercial account's payment, by the same rule that grants access. */
export function paymentStatus(user: PaidAccount, nowMs: number): PaymentStatus {
  const payment = paymentOf(user);
  const noted = payment.hasPaid ? payment.paymentValidUntil : null;
  return {
    status: isPaid(payment, nowMs) ? STATUS_TEXTS.active : STATUS_TEXTS.none,
    paidUntil: noted === null ? null : paidDay(noted),
    graceUntil: noted === null ? null : lastGraceDay(noted),
  };
}
