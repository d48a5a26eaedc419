import type { Account, Subscription } from '@moneytrail/contract';
import { STATUS_TEXTS } from '../texts.ts';

/** What the overview calls the state of a subscription. */
export type SubscriptionStatus = (typeof STATUS_TEXTS)[keyof typeof STATUS_TEXTS];

function isCancelled({ paypalStatus, lemonStatus }: Subscription): boolean {
  return [paypalStatus, lemonStatus].some((status) => status?.toLowerCase() === 'cancelled');
}

/** The state of a subscription; a cancelled one is that, even while it still runs. */
export function subscriptionStatus(subscription: Subscription | null): SubscriptionStatus {
  if (!subscription) return STATUS_TEXTS.none;
  if (subscription.isProcessing) return STATUS_TEXTS.processing;
  if (isCancelled(subscription)) return STATUS_TEXTS.cancelled;
  if (!subscription.isActive) return STATUS_TEXTS.none;
  return subscription.isInTrial ? STATUS_TEXTS.trial : STATUS_TEXTS.active;
}

/** The noted end of a payment that counts for an account: a sub-user's is its main account's. */
export function paidUntil(user: Account): string | null {
  if (user.isSubUser) return user.parentHasPaid ? user.parentPaymentValidUntil : null;
  return user.hasPaid ? user.paymentValidUntil : null;
}
