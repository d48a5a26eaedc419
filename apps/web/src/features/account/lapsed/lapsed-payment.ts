import { type Account, isPaid, paidDay } from '@moneytrail/contract';
import { formatDate } from '../../../lib/format-time.ts';
import { maySubscribe } from '../../../lib/may-subscribe.ts';
import { type PaidAccount, paymentOf } from '../../../lib/payment-of.ts';
import { dayText } from '../../../lib/subscription-dates.ts';

export type LapsingAccount = PaidAccount &
  Pick<Account, 'userType' | 'isSuperAdmin' | 'hasSubscriptionOverride' | 'subscription'>;

/** The message, and whether the subscription tab or support resolves it. */
export type LapsedPayment = { text: string; leadsTo: 'tab' | 'support' };

function lapsedSubscription({
  hasSubscriptionOverride,
  subscription,
}: LapsingAccount): LapsedPayment | null {
  // A plan also ends when it is cancelled or paused.
  if (hasSubscriptionOverride || !subscription) return null;
  const { isActive, isPastDue, isProcessing, startDate, endDate, renewsAt } = subscription;
  if (isActive) {
    if (!isPastDue) return null;
    const text = `A payment for your plan did not go through. You keep access until ${dayText(endDate)}.`;
    return { text, leadsTo: 'tab' };
  }
  if (isProcessing || startDate === null) return null;
  if (!isPastDue && renewsAt !== null) {
    const text = `Your last payment was refunded. Your plan renews on ${dayText(renewsAt)}.`;
    return { text, leadsTo: 'tab' };
  }
  if (!isPastDue) return null;
  return { text: 'Your subscription has ended because a payment is missing.', leadsTo: 'tab' };
}

function lapsedAgreement(user: LapsingAccount, nowMs: number): LapsedPayment | null {
  const payment = paymentOf(user);
  const { hasPaid, paymentValidUntil } = payment;
  const lastDay = paymentValidUntil === null ? null : paidDay(paymentValidUntil);
  if (user.isSuperAdmin || lastDay === null || isPaid(payment, nowMs)) return null;
  const whose = user.isSubUser ? "Your main user's payment" : 'Your payment';
  const ended = hasPaid ? `ended on ${formatDate(Date.parse(lastDay))}` : 'is no longer recorded';
  return { text: `${whose} ${ended}.`, leadsTo: 'support' };
}

/** A payment that lapsed; null if none is missing. */
export function lapsedPayment(user: LapsingAccount, nowMs: number): LapsedPayment | null {
  return maySubscribe(user) ? lapsedSubscription(user) : lapsedAgreement(user, nowMs);
}
