import type { Subscription } from '@moneytrail/contract';
import { STATUS_TEXTS } from '../texts.ts';

/** What the overview calls the state of a subscription. */
export type SubscriptionStatus = (typeof STATUS_TEXTS)[keyof typeof STATUS_TEXTS];

/** Whether a subscription was cancelled at its provider; it may still run. */
export function isCancelled({ paypalStatus, lemonStatus }: Subscription): boolean {
  return [paypalStatus, lemonStatus].some((status) => status?.toLowerCase() === 'cancelled');
}

/** Whether a subscription gives access and was not cancelled. */
export function runsOn(subscription: Subscription | null | undefined): boolean {
  return subscription?.isActive === true && !isCancelled(subscription);
}

/** The state of a subscription; a cancelled one is that, even while it still runs. */
export function subscriptionStatus(subscription: Subscription | null): SubscriptionStatus {
  if (!subscription) return STATUS_TEXTS.none;
  if (subscription.isProcessing) return STATUS_TEXTS.processing;
  if (isCancelled(subscription)) return STATUS_TEXTS.cancelled;
  if (!subscription.isActive) return STATUS_TEXTS.none;
  return subscription.isInTrial ? STATUS_TEXTS.trial : STATUS_TEXTS.active;
}
