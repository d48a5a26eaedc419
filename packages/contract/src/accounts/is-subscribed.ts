/** What of a retail account gives access. */
export type SubscribedAccount = {
  /** Access without a subscription, given by an administrator. */
  hasSubscriptionOverride?: boolean;
  /** `endDate` is an ISO 8601 moment; null while the subscription runs on. */
  subscription?: { isActive: boolean; endDate: string | null } | null;
};

/** Whether a retail account has access at a moment: by an override, or a subscription that has not ended. A trial counts. */
export function isSubscribed(
  { hasSubscriptionOverride, subscription }: SubscribedAccount,
  nowMs: number,
): boolean {
  if (hasSubscriptionOverride) return true;
  if (!subscription?.isActive) return false;
  return subscription.endDate === null || Date.parse(subscription.endDate) > nowMs;
}
