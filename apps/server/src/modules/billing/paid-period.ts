import type { Selectable } from 'kysely';
import type { Database } from '../../db/index.ts';
import type { ProviderPayment } from '../../outside/payments/payment-provider.ts';

/** What the payments of a subscription come to. */
export type Paid = {
  /** The last payment that went through and was not paid back; null where there is none. */
  lastPaidMs: number | null;
  /** The end of what those payments paid for. */
  paidThroughMs: number | null;
  /** Whether the newest payment was paid back, as a whole: a part of it takes nothing away. */
  isRefunded: boolean;
  /** Whether the newest payment failed or waits: a period that the provider names beside it is not paid for. */
  isOwed: boolean;
};

type PlanRow = Selectable<Database['plans']>;
type PaymentRow = Pick<
  Selectable<Database['payments']>,
  'state' | 'amount_cents' | 'paid_at_ms' | 'paid_through_ms'
>;

const MONTHS = { MONTH: 1, YEAR: 12 } as const;

/** A period later at the same time of day; the last day of a month that is too short. */
export function periodAfter(fromMs: number, interval: PlanRow['billing_interval']): number {
  const from = new Date(fromMs);
  const later = new Date(fromMs);
  later.setUTCMonth(from.getUTCMonth() + MONTHS[interval]);
  // The day ran over into the month after.
  if (later.getUTCDate() !== from.getUTCDate()) later.setUTCDate(0);
  return later.getTime();
}

/** A plan that a subscription has had from a moment on. */
export type PlanSpan = { plan: PlanRow; fromMs: number };

/**
 * The plan that a payment was for, of those a subscription has had, the oldest first: by its amount, as a plan that was
 * changed to is charged at the next renewal only; where the amount is of none, as with taxes, the plan of that time.
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

/** `all` are the payments of one subscription, the oldest first. A bill of nothing, as for a trial, pays for nothing. */
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
