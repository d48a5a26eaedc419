import { DAY_MS } from '@moneytrail/calendar';

/** A plan that a simulated provider sells. */
export type SimulatedPlan = {
  id: string;
  name: string;
  description: string;
  interval: 'MONTH' | 'YEAR';
  amountCents: number;
  currency: string;
  /** Null: the first payment is due at once. */
  trialDays: number | null;
  /** False: the plan can no longer be bought. */
  isActive: boolean;
};

const TRIAL_DAYS = 14;

const MONTHLY = {
  name: 'Moneytrail Monthly',
  description: 'All sources and symbols, billed every month',
  interval: 'MONTH',
  amountCents: 2_999,
  currency: 'USD',
  isActive: true,
} as const;

const YEARLY = {
  name: 'Moneytrail Yearly',
  description: 'All sources and symbols, billed every year',
  interval: 'YEAR',
  amountCents: 29_990,
  currency: 'USD',
  isActive: true,
} as const;

/** PayPal sells each plan twice: with a trial and without. */
export const PAYPAL_PLANS: readonly SimulatedPlan[] = [
  { ...MONTHLY, id: 'P-1MONTHLY00000000000TRIAL14', trialDays: TRIAL_DAYS },
  { ...YEARLY, id: 'P-2YEARLY000000000000TRIAL14', trialDays: TRIAL_DAYS },
  { ...MONTHLY, id: 'P-3MONTHLY00000000000NOTRIAL', trialDays: null },
  { ...YEARLY, id: 'P-4YEARLY000000000000NOTRIAL', trialDays: null },
];

/** Lemon Squeezy sells each plan without a trial; the ids are variant ids. */
export const LEMON_PLANS: readonly SimulatedPlan[] = [
  { ...MONTHLY, id: '1001', trialDays: null },
  { ...YEARLY, id: '1002', trialDays: null },
];

/** Throws if no such plan is sold. */
export function planOf({ plans }: { plans: readonly SimulatedPlan[] }, id: string): SimulatedPlan {
  const plan = plans.find((one) => one.id === id);
  if (!plan) throw new Error(`no plan ${id}`);
  return plan;
}

/** The start of the next billing period at the same time of day; a short month ends on its last day. */
export function periodAfter(fromMs: number, interval: SimulatedPlan['interval']): number {
  const from = new Date(fromMs);
  const later = new Date(fromMs);
  later.setUTCDate(1);
  later.setUTCMonth(from.getUTCMonth() + (interval === 'YEAR' ? 12 : 1));
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0));
  later.setUTCDate(Math.min(from.getUTCDate(), lastDay.getUTCDate()));
  return later.getTime();
}

/** The first payment of a subscription that starts now: after the trial, if there is one. */
export function firstPaymentMs(plan: SimulatedPlan, nowMs: number): number {
  return nowMs + (plan.trialDays ?? 0) * DAY_MS;
}

/** 2999 cents are `29.99`. */
export function decimalAmount(cents: number): string {
  return (cents / 100).toFixed(2);
}
