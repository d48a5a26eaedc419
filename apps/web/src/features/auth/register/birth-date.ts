import { dateText, wallClockOf } from '@moneytrail/calendar';
import { FIELD_TEXTS } from '../../../lib/account-rules.ts';

const MIN_AGE = 18;
const MAX_AGE = 120;

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** The days between which a date of birth may be chosen, `YYYY-MM-DD`, by the calendar in Johannesburg. */
export function birthDateRange(nowMs: number): { earliest: string; latest: string } {
  const { year, month, day } = wallClockOf('Africa/Johannesburg', nowMs);
  // Born on the 29th of February one comes of age on the 1st of March of a common year.
  const isLeapDay = month === 2 && day === 29;
  const monthAndDay = isLeapDay ? '02-28' : `${two(month)}-${two(day)}`;
  return {
    earliest: `${year - MAX_AGE}-${monthAndDay}`,
    latest: `${year - MIN_AGE}-${monthAndDay}`,
  };
}

/** What is wrong with a date of birth; null where nothing is. */
export function birthDateProblem(day: string, nowMs: number): string | null {
  if (day === '') return FIELD_TEXTS.required;
  return day > birthDateRange(nowMs).latest ? FIELD_TEXTS.underAge : null;
}

/** A day as the browser's language writes it. */
export function localDay(day: string, locale?: string): string {
  if (day === '') return '';
  return dateText('longDate', Date.parse(day), locale);
}
