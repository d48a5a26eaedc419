import type { Account, Subscription } from '@moneytrail/contract';

/** What the overview calls the state of a subscription. */
export type SubscriptionStatus =
  | 'Trial Active'
  | 'Active'
  | 'Processing'
  | 'Cancelled'
  | 'Not Active';

function isCancelled({ paypalStatus, lemonStatus }: Subscription): boolean {
  return [paypalStatus, lemonStatus].some((status) => status?.toLowerCase() === 'cancelled');
}

/** The state of a subscription; a cancelled one is that, even while it still runs. */
export function subscriptionStatus(subscription: Subscription | null): SubscriptionStatus {
  if (!subscription) return 'Not Active';
  if (subscription.isProcessing) return 'Processing';
  if (isCancelled(subscription)) return 'Cancelled';
  if (!subscription.isActive) return 'Not Active';
  return subscription.isInTrial ? 'Trial Active' : 'Active';
}

/** The noted end of a payment that counts for an account: a sub-user's is its main account's. */
export function paidUntil(user: Account): string | null {
  if (user.isSubUser) return user.parentHasPaid ? user.parentPaymentValidUntil : null;
  return user.hasPaid ? user.paymentValidUntil : null;
}
