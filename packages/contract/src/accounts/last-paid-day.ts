const DAY_MS = 86_400_000;
const LEEWAY_DAYS = 1;
const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The last day, `YYYY-MM-DD` in Johannesburg, on which a payment noted until `paymentValidUntil` gives access:
 * one day later than noted. Null for text that is no day. What is shown and what opens the gate is this one function.
 */
export function lastPaidDay(paymentValidUntil: string): string | null {
  const dayMs = DAY_PATTERN.test(paymentValidUntil) ? Date.parse(paymentValidUntil) : Number.NaN;
  if (Number.isNaN(dayMs)) return null;
  return new Date(dayMs + LEEWAY_DAYS * DAY_MS).toISOString().slice(0, 10);
}
