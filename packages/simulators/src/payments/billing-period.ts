import { DAY_MS } from '@moneytrail/calendar';
import type { SimulatedPlan } from './default-plans.ts';

const MONTHS = { MONTH: 1, YEAR: 12 } as const;

/** A period of a plan later, at the same time of day; the last day of a month that is too short. */
export function periodAfter(fromMs: number, interval: SimulatedPlan['interval']): number {
  const from = new Date(fromMs);
  const later = new Date(fromMs);
  later.setUTCDate(1);
  later.setUTCMonth(from.getUTCMonth() + MONTHS[interval]);
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0));
  later.setUTCDate(Math.min(from.getUTCDate(), lastDay.getUTCDate()));
  return later.getTime();
}

/** When a subscription that begins now is to be paid first. */
export function firstPaymentMs(plan: SimulatedPlan, nowMs: number): number {
  return nowMs + (plan.trialDays ?? 0) * DAY_MS;
}

/** An amount as providers write it: 2999 is `29.99`. */
export function decimalAmount(cents: number): string {
  return (cents / 100).toFixed(2);
}
