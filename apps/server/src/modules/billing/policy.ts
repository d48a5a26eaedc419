import { DAY_MS } from '@moneytrail/calendar';
import type { Selectable } from 'kysely';
import type { Database } from '../../db/index.ts';
import type {
  ProviderPayment,
  ProviderSubscription,
} from '../../outside/payments/payment-provider.ts';
import type { Standing } from '../accounts/index.ts';

export type PlanRow = Selectable<Database['plans']>;
export type SubscriptionRow = Omit<Selectable<Database['provider_subscriptions']>, 'end_tried_ms'>;

/** The reason why an approved subscription is cancelled instead of granted. */
export type Refusal = NonNullable<SubscriptionRow['refusal']>;

/** The columns of a subscription that follow from its provider's data. */
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

/** Access is kept for this long after a failed payment. */
export const GRACE_MS = 7 * DAY_MS;

/** True if a subscription has ever given access. */
export function hasBegun({ start_ms }: Pick<SubscriptionRow, 'start_ms'>): boolean {
  return start_ms !== null;
}

/** The end of access; null while the subscription renews or has not begun. */
export function accessEndsMs(row: SubscriptionState): number | null {
  const { ends_ms: endMs, failed_since_ms: failedMs } = row;
  if (failedMs === null) return endMs;
  return Math.min(failedMs + GRACE_MS, endMs ?? Number.POSITIVE_INFINITY);
}

/** True if a subscription gives access at `nowMs`. */
export function isRunning(row: SubscriptionState, nowMs: number): boolean {
  if (!hasBegun(row) || row.state === 'pending' || row.state === 'expired') return false;
  const endMs = accessEndsMs(row);
  return endMs === null || nowMs < endMs;
}

/** The states in which the provider charges, retries a payment, or may resume charging. */
export const CHARGING = ['active', 'past-due', 'paused'] as const;

/** True if a subscription that has begun is charged, or may be charged again. */
export function isRenewing(row: SubscriptionState): boolean {
  return hasBegun(row) && isCharging(row);
}

/** True if a subscription is charged, or may be charged again, even if it has never begun. */
export function isCharging({ state }: Pick<SubscriptionState, 'state'>): boolean {
  return CHARGING.some((each) => each === state);
}

/** True if a payment has failed and the provider keeps trying. */
export function isPastDue(row: SubscriptionState): boolean {
  return isRenewing(row) && row.failed_since_ms !== null;
}

/** True if a subscription is paused and the time paid for is over. */
export function isPaused(row: SubscriptionRow, nowMs: number): boolean {
  return row.state === 'paused' && isRenewing(row) && !isPastDue(row) && !isRunning(row, nowMs);
}

/** The next payment's due date; null while one is overdue or none will come. A refund alone stops no renewal. */
export function renewsMs(row: SubscriptionState): number | null {
  return hasBegun(row) && row.state === 'active' && !isPastDue(row) ? row.paid_until_ms : null;
}

/** True if a subscription has not begun because its provider refused the first payment. */
export function isRefused(row: SubscriptionRow): boolean {
  return row.state === 'pending' && !hasBegun(row) && row.failed_since_ms !== null;
}

/** True if the buyer has returned and the provider has not decided yet. */
function isProcessing(row: SubscriptionRow): boolean {
  const isReturned = row.returned_at_ms !== null;
  return row.state === 'pending' && !hasBegun(row) && isReturned && !isRefused(row);
}

/** Orders a user's subscriptions: first those that give access, then those in processing, then the rest. */
function rank(row: SubscriptionRow, nowMs: number): number {
  if (isRunning(row, nowMs)) return accessEndsMs(row) === null ? 3 : 2;
  return isProcessing(row) ? 1 : 0;
}

/** The subscription to show to its user; null if none has got beyond the request. */
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

/** The state of a subscription, for access decisions and the account page. */
export function standingOf(
  row: SubscriptionRow,
  plan: PlanRow,
  {
    hasUsedTrial,
    isResumable,
    nowMs,
  }: {
    hasUsedTrial: boolean;
    /** True if its provider can take cancellations back. */
    isResumable: boolean;
    nowMs: number;
  },
): Omit<Standing, 'user_id'> {
  const isActive = isRunning(row, nowMs);
  const isInTrial = isActive && row.trial_ends_ms !== null && nowMs < row.trial_ends_ms;
  return {
    display_name: plan.name,
    plan: plan.billing_interval === 'YEAR' ? 'YEARLY' : 'MONTHLY',
    is_active: isActive,
    is_in_trial: isInTrial,
    trial_ends_ms: row.trial_ends_ms,
    is_processing: isProcessing(row),
    is_past_due: isPastDue(row),
    is_paused: isPaused(row, nowMs),
    has_used_trial: hasUsedTrial,
    provider: row.provider,
    start_ms: row.start_ms,
    end_ms: accessEndsMs(row),
    renews_ms: renewsMs(row),
    amount_cents: row.amount_cents,
    currency: row.currency,
    can_resume: isResumable && isActive && row.state === 'cancelled',
    gives_summary: plan.gives_summary,
    gives_suffix: plan.gives_suffix,
    paypal_status: row.provider === 'paypal' ? row.status : null,
    lemon_status: row.provider === 'lemon' ? row.status : null,
  };
}

/** Our own knowledge that `stateAfter` combines with the provider's data. */
type Knowledge = Paid & {
  planId: string;
  /** True if it was cancelled because it may not begin. */
  isRefused: boolean;
  nowMs: number;
};

/** A payment may be reported this long after its failure was noticed. */
const PAID_TOLERANCE_MS = 3 * DAY_MS;

const latest = (...moments: (number | null)[]) => {
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : Math.max(...known);
};

/** The start of payment failures; kept until a payment succeeds, whatever state the provider reports. */
function failedSinceMs(
  row: SubscriptionRow,
  { state, failedPayments }: ProviderSubscription,
  { lastPaidMs, paidThroughMs, nowMs }: Knowledge,
): number | null {
  const since = row.failed_since_ms;
  if (state === 'past-due' || failedPayments > 0) return since ?? nowMs;
  if (since === null) return null;
  const isPaid = lastPaidMs !== null && lastPaidMs >= since - PAID_TOLERANCE_MS;
  // A bill paid late keeps its original date.
  const isPaidNow = state === 'active' && paidThroughMs !== null && paidThroughMs > nowMs;
  return isPaid || isPaidNow ? null : since;
}

/** The subscription's times after the reading. */
type Spans = {
  startMs: number | null;
  trialEndsMs: number | null;
  paidUntilMs: number | null;
  failedMs: number | null;
};

/** The end of a subscription that does not renew: the end of the paid period or the trial, never earlier. */
function plannedEndMs(
  row: SubscriptionRow,
  reading: ProviderSubscription,
  { startMs, trialEndsMs, paidUntilMs }: Spans,
  { lastPaidMs, paidThroughMs, isOwed, nowMs }: Knowledge,
): number | null {
  // The next payment's date is the end of the paid period only if the previous payment succeeded.
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
      // While paused, the provider's next payment date is not the end of the paid period.
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
 * The end of a subscription without payment, else null: a first payment that fails or never comes ends the access it
 * started, and a refund ends the period it paid for.
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

/** True if a subscription was paid for and then stopped before we saw it active: its paid period counts. */
function isPaidUnseen(
  row: SubscriptionRow,
  { state }: ProviderSubscription,
  { lastPaidMs, isRefunded, isRefused }: Knowledge,
): boolean {
  const isStopped = state === 'cancelled' || state === 'paused';
  return !hasBegun(row) && isStopped && lastPaidMs !== null && !isRefunded && !isRefused;
}

/** The earlier of two ends; null means none. */
const earlier = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/**
 * The state of a subscription after a reading from its provider; idempotent. A subscription that has begun ignores a
 * reading without information (`pending`); one that is cancelled and over stays expired.
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
  // While payments fail or are paused, the provider reports the date of its next try.
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

/** Summary of a subscription's payments. */
export type Paid = {
  /** The last successful payment that was not refunded; null if there is none. */
  lastPaidMs: number | null;
  /** The end of the period that those payments cover. */
  paidThroughMs: number | null;
  /** True if the newest payment was refunded in full; partial refunds change nothing. */
  isRefunded: boolean;
  /** True if the newest payment failed or is pending: a period that the provider reports with it is unpaid. */
  isOwed: boolean;
};

/** A payment as stored, with what its receipt states. */
export type StoredPayment = Omit<Selectable<Database['payments']>, 'subscription_id'>;

/** All payments have one sequence of receipt numbers. */
export function receiptNumber(receipt: number): string {
  return `MT-${String(receipt).padStart(6, '0')}`;
}

type PaymentRow = Pick<
  Selectable<Database['payments']>,
  'state' | 'amount_cents' | 'paid_at_ms' | 'paid_through_ms'
>;

export type PlanSpan = { plan: PlanRow; fromMs: number };

/**
 * The plan that a payment was for, among those a subscription has had (oldest first). Matched by amount, because a plan
 * change is charged only at the next renewal; if no amount matches, as with taxes, it is the plan of that time.
 */
export function paidPlan(
  { amountCents, currency, atMs }: Pick<ProviderPayment, 'amountCents' | 'currency' | 'atMs'>,
  spans: readonly [PlanSpan, ...PlanSpan[]],
): PlanRow {
  const { plan: ofThen } = spans.findLast(({ fromMs }) => fromMs <= atMs) ?? spans[0];
  const priced = spans
    .map(({ plan }) => plan)
    .filter((plan) => plan.amount_cents === amountCents && plan.currency === currency);
  if (priced.length === 0 || priced.includes(ofThen)) return ofThen;
  return priced.find((plan) => plan.billing_interval === 'MONTH') ?? priced[0] ?? ofThen;
}

/** `all` are the payments of one subscription, oldest first. Bills of zero, as for a trial, are ignored. */
export function paidOf(all: readonly PaymentRow[]): Paid {
  const rows = all.filter((row) => row.amount_cents > 0);
  const paid = rows.filter(({ state }) => state === 'paid');
  const settled = rows.filter(({ state }) => state === 'paid' || state === 'refunded');
  const isNone = paid.length === 0;
  return {
    lastPaidMs: isNone ? null : Math.max(...paid.map((row) => row.paid_at_ms)),
    paidThroughMs: isNone ? null : Math.max(...paid.map((row) => row.paid_through_ms)),
    isRefunded: settled.at(-1)?.state === 'refunded',
    isOwed: rows.at(-1)?.state === 'failed' || rows.at(-1)?.state === 'pending',
  };
}
