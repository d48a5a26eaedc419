import { DAY_MS } from '@moneytrail/calendar';
import type { ProviderSubscription } from '../../outside/payments/payment-provider.ts';
import type { Paid } from './paid-period.ts';
import { hasBegun, type SubscriptionRow, type SubscriptionState } from './policy.ts';

/** What is known besides the reading when it is applied. */
export type Knowledge = Paid & {
  planId: string;
  /** Whether it was cancelled as it may not begin. */
  isRefused: boolean;
  nowMs: number;
};

/** A payment may be told a while after it was found to have failed. */
const PAID_TOLERANCE_MS = 3 * DAY_MS;

const latest = (...moments: (number | null)[]) => {
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : Math.max(...known);
};

/** Since when payments fail: until one goes through, whatever the provider calls the subscription meanwhile. */
function failedSinceMs(
  row: SubscriptionRow,
  { state, failedPayments }: ProviderSubscription,
  { lastPaidMs, paidThroughMs, nowMs }: Knowledge,
): number | null {
  const since = row.failed_since_ms;
  if (state === 'past-due' || failedPayments > 0) return since ?? nowMs;
  if (since === null) return null;
  const isPaid = lastPaidMs !== null && lastPaidMs >= since - PAID_TOLERANCE_MS;
  // A bill that is paid late keeps its day.
  const isPaidNow = state === 'active' && paidThroughMs !== null && paidThroughMs > nowMs;
  return isPaid || isPaidNow ? null : since;
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
  { lastPaidMs, paidThroughMs, isOwed, nowMs }: Knowledge,
): number | null {
  // The day of the next payment is the end of what was paid only where the one before it went through.
  const isPaidUp = lastPaidMs !== null && !isOwed;
  switch (reading.state) {
    case 'expired':
      return reading.endsMs ?? row.ends_ms ?? nowMs;
    case 'cancelled':
      if (startMs === null) return row.ends_ms ?? nowMs;
      return (
        reading.endsMs ??
        latest(row.ends_ms, isPaidUp ? paidUntilMs : null, paidThroughMs, trialEndsMs) ??
        nowMs
      );
    case 'paused':
      // While it pauses the provider's next payment is no end of what was paid.
      return (
        latest(isPaidUp ? row.paid_until_ms : null, paidThroughMs, trialEndsMs) ??
        row.ends_ms ??
        nowMs
      );
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

/** Whether what never ran here was paid for before it was cancelled or paused: what was paid lasts. */
function isPaidUnseen(
  row: SubscriptionRow,
  { state }: ProviderSubscription,
  { lastPaidMs, isRefunded, isRefused }: Knowledge,
): boolean {
  const isStopped = state === 'cancelled' || state === 'paused';
  return !hasBegun(row) && isStopped && lastPaidMs !== null && !isRefunded && !isRefused;
}

/** The earlier of two ends; null is none. */
const earlier = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/**
 * The state of a subscription after a reading of its provider; the same reading twice is the same as once. What has
 * begun is not taken back by a reading that tells nothing; what was cancelled and is over is not only cancelled again.
 */
export function stateAfter(
  row: SubscriptionRow,
  reading: ProviderSubscription,
  knowledge: Knowledge,
): SubscriptionState {
  if (hasBegun(row) && reading.state === 'pending') return row;
  const failedMs = failedSinceMs(row, reading, knowledge);
  const begins =
    failedMs === null && (reading.state === 'active' || isPaidUnseen(row, reading, knowledge));
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
  const isEnded = endsMs !== null && endsMs <= knowledge.nowMs;
  const isOver = row.state === 'expired' && reading.state === 'cancelled' && isEnded;
  return {
    plan_id: knowledge.planId,
    state: isOver ? 'expired' : reading.state,
    status: reading.status,
    start_ms: spans.startMs,
    trial_ends_ms: spans.trialEndsMs,
    paid_until_ms: spans.paidUntilMs,
    ends_ms: endsMs,
    failed_since_ms: failedMs,
  };
}
