import { DAY_MS } from '@moneytrail/calendar';

/** Access after the last day paid for, so that a payment may arrive late. */
export const GRACE_DAYS = 2;
const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/** A calendar day, `YYYY-MM-DD`, some days later; null for text that is not a day. */
function shifted(day: string, days: number): string | null {
  const dayMs = DAY_PATTERN.test(day) ? Date.parse(day) : Number.NaN;
  return Number.isNaN(dayMs) ? null : new Date(dayMs + days * DAY_MS).toISOString().slice(0, 10);
}

/**
 * The last day that a payment pays for, `YYYY-MM-DD` in Johannesburg, inclusive: the day that people type and read. The
 * specified field `paymentValidUntil` holds the day after it. Null for text that is not a day.
 */
export function paidDay(paymentValidUntil: string): string | null {
  return shifted(paymentValidUntil, -1);
}

/** The `paymentValidUntil` of a last day paid for; null for text that is not a day. */
export function paymentValidUntilOf(paidDay: string): string | null {
  return shifted(paidDay, 1);
}

/** The last day with access, `YYYY-MM-DD` in Johannesburg: days of grace follow the last day paid for. */
export function lastGraceDay(paymentValidUntil: string): string | null {
  return shifted(paymentValidUntil, GRACE_DAYS - 1);
}

/** South Africa has had this offset all year since 1944. */
const JOHANNESBURG_OFFSET = '+02:00';

/** An administrator's note of a commercial account's payment. */
export type NotedPayment = {
  hasPaid: boolean;
  /** `YYYY-MM-DD`, a day in Johannesburg; null without a note. */
  paymentValidUntil: string | null;
};

/** True until the end of the last day of grace in Johannesburg. */
export function isPaid({ hasPaid, paymentValidUntil }: NotedPayment, nowMs: number): boolean {
  const lastDay = hasPaid && paymentValidUntil !== null ? lastGraceDay(paymentValidUntil) : null;
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
