import { DAY_MS } from '@moneytrail/calendar';
import type { Selectable } from 'kysely';
import type { Database } from '../../db/index.ts';
import type { Standing } from '../accounts/index.ts';

export type PlanRow = Selectable<Database['plans']>;
export type SubscriptionRow = Omit<Selectable<Database['provider_subscriptions']>, 'end_tried_ms'>;

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

/** Whether a subscription has given access before. */
export function hasBegun({ start_ms }: Pick<SubscriptionRow, 'start_ms'>): boolean {
  return start_ms !== null;
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

/** The states in which a provider will ask for another payment, goes on trying, or only pauses. */
export const CHARGING = ['active', 'past-due', 'paused'] as const;

/** Whether the provider asks for payments, or may ask for them again, of what has given access. */
export function isRenewing(row: SubscriptionState): boolean {
  return hasBegun(row) && isCharging(row);
}

/** Whether the provider asks for payments, or may ask for them again, also where none has ever come. */
export function isCharging({ state }: Pick<SubscriptionState, 'state'>): boolean {
  return CHARGING.some((each) => each === state);
}

/** Whether a payment did not go through that the provider goes on asking for. */
export function isPastDue(row: SubscriptionState): boolean {
  return isRenewing(row) && row.failed_since_ms !== null;
}

/** Whether what was paid is over while a subscription pauses, which may go on. */
export function isPaused(row: SubscriptionRow, nowMs: number): boolean {
  return row.state === 'paused' && isRenewing(row) && !isPastDue(row) && !isRunning(row, nowMs);
}

/** When the next payment is due; null while one is missing or none will come. A refund alone stops no renewal. */
function renewsMs(row: SubscriptionState): number | null {
  return hasBegun(row) && row.state === 'active' && !isPastDue(row) ? row.paid_until_ms : null;
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
    paypal_status: row.provider === 'paypal' ? row.status : null,
    lemon_status: row.provider === 'lemon' ? row.status : null,
  };
}
