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
};

type PlanRow = Selectable<Database['plans']>;
type PaymentRow = Pick<
  Selectable<Database['payments']>,
  'state' | 'paid_at_ms' | 'paid_through_ms'
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

/** The plan that a payment was for, by its amount: a plan that was changed to is charged at the next renewal only. */
export function paidPlan(
  { amountCents, currency }: Pick<ProviderPayment, 'amountCents' | 'currency'>,
  before: PlanRow,
  now: PlanRow,
): PlanRow {
  const isPriceOf = (plan: PlanRow) =>
    plan.amount_cents === amountCents && plan.currency === currency;
  return !isPriceOf(before) && isPriceOf(now) ? now : before;
}

/** `rows` are all payments of one subscription, the oldest first. */
export function paidOf(rows: readonly PaymentRow[]): Paid {
  const paid = rows.filter(({ state }) => state === 'paid');
  const settled = rows.filter(({ state }) => state === 'paid' || state === 'refunded');
  const isNone = paid.length === 0;
  return {
    lastPaidMs: isNone ? null : Math.max(...paid.map((row) => row.paid_at_ms)),
    paidThroughMs: isNone ? null : Math.max(...paid.map((row) => row.paid_through_ms)),
    isRefunded: settled.at(-1)?.state === 'refunded',
  };
}
