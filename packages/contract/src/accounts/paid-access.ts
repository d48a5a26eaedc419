import { DAY_MS } from '@moneytrail/calendar';

const LEEWAY_DAYS = 1;
const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The last day, `YYYY-MM-DD` in Johannesburg, on which a payment noted until `paymentValidUntil` gives access: one day
 * later than noted. Null for text that is not a day. The interface and the access check both use this function.
 */
export function lastPaidDay(paymentValidUntil: string): string | null {
  const dayMs = DAY_PATTERN.test(paymentValidUntil) ? Date.parse(paymentValidUntil) : Number.NaN;
  if (Number.isNaN(dayMs)) return null;
  return new Date(dayMs + LEEWAY_DAYS * DAY_MS).toISOString().slice(0, 10);
}

/** South Africa has had this offset all year since 1944. */
const JOHANNESBURG_OFFSET = '+02:00';

/** An administrator's note of a commercial account's payment. */
export type NotedPayment = {
  hasPaid: boolean;
  /** `YYYY-MM-DD`, a day in Johannesburg; null without a note. */
  paymentValidUntil: string | null;
};

/** True until the end of the last paid day in Johannesburg. */
export function isPaid({ hasPaid, paymentValidUntil }: NotedPayment, nowMs: number): boolean {
  const lastDay = hasPaid && paymentValidUntil !== null ? lastPaidDay(paymentValidUntil) : null;
  if (lastDay === null) return false;
  return nowMs <= Date.parse(`${lastDay}T23:59:59.999${JOHANNESBURG_OFFSET}`);
}

/** The fields of a retail account that give access. */
export type SubscribedAccount = {
  /** Access granted by an administrator without a subscription. */
  hasSubscriptionOverride?: boolean;
  /** `endDate` is an ISO 8601 moment; null while the subscription renews. */
  subscription?: { isActive: boolean; endDate: string | null } | null;
};

/** True if a retail account has access: by an override, or by a subscription that has not ended. A trial counts. */
export function isSubscribed(
  { hasSubscriptionOverride, subscription }: SubscribedAccount,
  nowMs: number,
): boolean {
  if (hasSubscriptionOverride) return true;
  if (!subscription?.isActive) return false;
  return subscription.endDate === null || Date.parse(subscription.endDate) > nowMs;
}
