import type { SubscriptionRow } from '../profile/user-store.ts';

/** A running yearly subscription, paid through PayPal. */
export function yearlyPlan(
  userId: string,
  { startMs, endMs }: { startMs: number; endMs: number },
): Omit<SubscriptionRow, 'is_in_trial' | 'is_processing' | 'has_used_trial'> {
  return {
    user_id: userId,
    display_name: 'Yearly',
    plan: 'YEARLY',
    is_active: true,
    trial_ends_ms: null,
    provider: 'paypal',
    start_ms: startMs,
    end_ms: endMs,
    paypal_status: 'ACTIVE',
    lemon_status: null,
  };
}
