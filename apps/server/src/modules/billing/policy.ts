import { DAY_MS } from '@moneytrail/calendar';
import type { Selectable } from 'kysely';
import type { Database } from '../../db/index.ts';
import type { ProviderSubscription } from '../../outside/payments/payment-provider.ts';
import type { Standing } from '../accounts/index.ts';
import type { Paid } from './paid-period.ts';

export type PlanRow = Selectable<Database['plans']>;
export type SubscriptionRow = Selectable<Database['provider_subscriptions']>;

/** What a reading decides of a subscription. */
export type SubscriptionState = Pick<
  SubscriptionRow,
  | 'plan_id'
  | 'state'
  | 'status'
  | 'start_ms'
  | 'trial_ends_ms'
  | 'paid_until_ms'
  | 'ends_ms'
  | 'failed_since_ms'
>;

/** So long after a payment failed access is kept. */
export const GRACE_MS = 7 * DAY_MS;

/** What is known besides the reading when it is applied. */
export type Knowledge = Paid & { planId: string; nowMs: number };

/** A payment may be told a while after it was found to have failed. */
const PAID_TOLERANCE_MS = 3 * DAY_MS;

const latest = (...moments: (number | null)[]) => {
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : Math.max(...known);
};

/** Whether a subscription has given access before. */
export function hasBegun({ start_ms }: Pick<SubscriptionRow, 'start_ms'>): boolean {
  return start_ms !== null;
}

/** Since when payments fail: until one goes through, whatever the provider calls the subscription meanwhile. */
function failedSinceMs(
  row: SubscriptionRow,
  { state, failedPayments }: ProviderSubscription,
  { lastPaidMs, nowMs }: Knowledge,
): number | null {
  const since = row.failed_since_ms;
  if (state === 'past-due' || failedPayments > 0) return since ?? nowMs;
  if (since === null) return null;
  const isPaid = lastPaidMs !== null && lastPaidMs >= since - PAID_TOLERANCE_MS;
  return isPaid ? null : since;
}

/** What a reading leaves a subscription with; moments as in the row. */
type Spans = {
  startMs: number | null;
  trialEndsMs: number | null;
  paidUntilMs: number | null;
  failedMs: number | null;
};

/** When a subscription that does not renew ends: with what was paid or is free to try, never before it. */
function plannedEndMs(
  row: SubscriptionRow,
  reading: ProviderSubscription,
  { startMs, trialEndsMs, paidUntilMs }: Spans,
  { paidThroughMs, nowMs }: Knowledge,
): number | null {
  switch (reading.state) {
    case 'expired':
      return reading.endsMs ?? row.ends_ms ?? nowMs;
    case 'cancelled':
      if (startMs === null) return row.ends_ms ?? nowMs;
      return (
        reading.endsMs ?? latest(row.ends_ms, paidUntilMs, paidThroughMs, trialEndsMs) ?? nowMs
      );
    case 'paused':
      // While it pauses the provider's next payment is no end of what was paid.
      return latest(row.paid_until_ms, paidThroughMs, trialEndsMs) ?? row.ends_ms ?? nowMs;
    default:
      return null;
  }
}

/**
 * When what nothing pays for ends, null where something does: a first payment that fails or never comes ends what began
 * with it, and one that is paid back ends what it paid for.
 */
function unpaidEndMs(
  row: SubscriptionRow,
  { state }: ProviderSubscription,
  { startMs, trialEndsMs, failedMs }: Spans,
  { lastPaidMs, paidThroughMs, isRefunded, nowMs }: Knowledge,
): number | null {
  const isStopped = failedMs !== null || state === 'cancelled' || state === 'paused';
  const isUnpaid = lastPaidMs === null && trialEndsMs === null && isStopped;
  if (startMs === null || (!isRefunded && !isUnpaid)) return null;
  const endedMs = row.ends_ms !== null && row.ends_ms <= nowMs ? row.ends_ms : nowMs;
  return Math.max(paidThroughMs ?? endedMs, endedMs);
}

/** The earlier of two ends; null is none. */
const earlier = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/**
 * The state of a subscription after a reading of its provider; the same reading twice is the same as once. What has
 * begun is not taken back by a reading that tells nothing.
 */
export function stateAfter(
  row: SubscriptionRow,
  reading: ProviderSubscription,
  knowledge: Knowledge,
): SubscriptionState {
  if (hasBegun(row) && reading.state === 'pending') return row;
  const failedMs = failedSinceMs(row, reading, knowledge);
  const begins = reading.state === 'active' && failedMs === null;
  // While payments fail, or wait, the provider names the day on which it tries again.
  const renewsMs = failedMs === null && reading.state !== 'paused' ? reading.renewsMs : null;
  const spans = {
    startMs: row.start_ms ?? (begins ? (reading.startMs ?? knowledge.nowMs) : null),
    trialEndsMs: reading.trialEndsMs ?? row.trial_ends_ms,
    paidUntilMs: renewsMs ?? row.paid_until_ms,
    failedMs,
  };
  const endsMs = earlier(
    plannedEndMs(row, reading, spans, knowledge),
    unpaidEndMs(row, reading, spans, knowledge),
  );
  return {
    plan_id: knowledge.planId,
    state: reading.state,
    status: reading.status,
    start_ms: spans.startMs,
    trial_ends_ms: spans.trialEndsMs,
    paid_until_ms: spans.paidUntilMs,
    ends_ms: endsMs,
    failed_since_ms: failedMs,
  };
}

/** When access by a subscription ends; null while it renews itself or has not begun. */
export function accessEndsMs(row: SubscriptionState): number | null {
  const { ends_ms: endMs, failed_since_ms: failedMs } = row;
  if (failedMs === null) return endMs;
  return Math.min(failedMs + GRACE_MS, endMs ?? Number.POSITIVE_INFINITY);
}

/** Whether a subscription gives access at a moment. */
export function isRunning(row: SubscriptionState, nowMs: number): boolean {
  if (!hasBegun(row) || row.state === 'pending' || row.state === 'expired') return false;
  const endMs = accessEndsMs(row);
  return endMs === null || nowMs < endMs;
}

/** Whether the provider will ask for another payment, goes on trying, or only pauses. */
export function isRenewing(row: SubscriptionState): boolean {
  return hasBegun(row) && ['active', 'past-due', 'paused'].includes(row.state);
}

/** Whether the buyer came back and the provider has not decided yet. */
function isProcessing(row: SubscriptionRow): boolean {
  return row.state === 'pending' && !hasBegun(row) && row.returned_at_ms !== null;
}

/** Of several subscriptions of a user: the one that gives access, else the one that is on its way, else the newest. */
function rank(row: SubscriptionRow, nowMs: number): number {
  if (isRunning(row, nowMs)) return accessEndsMs(row) === null ? 3 : 2;
  return isProcessing(row) ? 1 : 0;
}

/** The subscription that a user's page shows; null where none has come further than being asked for. */
export function shownSubscription(
  rows: readonly SubscriptionRow[],
  nowMs: number,
): SubscriptionRow | null {
  const begun = rows.filter((row) => hasBegun(row) || isProcessing(row));
  const best = begun.toSorted(
    (a, b) => rank(b, nowMs) - rank(a, nowMs) || b.asked_at_ms - a.asked_at_ms,
  );
  return best[0] ?? null;
}

/** What access and the account's page need to know of a subscription. */
export function standingOf(
  row: SubscriptionRow,
  plan: PlanRow,
  { hasUsedTrial, nowMs }: { hasUsedTrial: boolean; nowMs: number },
): Omit<Standing, 'user_id'> {
  const isActive = isRunning(row, nowMs);
  const isInTrial = isActive && row.trial_ends_ms !== null && nowMs < row.trial_ends_ms;
  const endMs = accessEndsMs(row);
  return {
    display_name: plan.name,
    plan: plan.billing_interval === 'YEAR' ? 'YEARLY' : 'MONTHLY',
    is_active: isActive,
    is_in_trial: isInTrial,
    trial_ends_ms: row.trial_ends_ms,
    is_processing: isProcessing(row),
    is_past_due:
      isRenewing(row) && (row.failed_since_ms !== null || (!isActive && row.state !== 'paused')),
    has_used_trial: hasUsedTrial,
    provider: row.provider,
    start_ms: row.start_ms,
    end_ms: endMs,
    renews_ms: isActive && endMs === null ? row.paid_until_ms : null,
    paypal_status: row.provider === 'paypal' ? row.status : null,
    lemon_status: row.provider === 'lemon' ? row.status : null,
  };
}
