import { lastPaidDay } from './last-paid-day.ts';

/** South Africa has kept this offset all year since 1944. */
const JOHANNESBURG_OFFSET = '+02:00';

/** What an administrator noted of a commercial account's payment. */
export type NotedPayment = {
  hasPaid: boolean;
  /** `YYYY-MM-DD`, a day in Johannesburg; null where nothing was noted. */
  paymentValidUntil: string | null;
};

/** Whether a payment gives access at a moment: to the end of its last day in Johannesburg. */
export function isPaid({ hasPaid, paymentValidUntil }: NotedPayment, nowMs: number): boolean {
  const lastDay = hasPaid && paymentValidUntil !== null ? lastPaidDay(paymentValidUntil) : null;
  if (lastDay === null) return false;
  return nowMs <= Date.parse(`${lastDay}T23:59:59.999${JOHANNESBURG_OFFSET}`);
}
