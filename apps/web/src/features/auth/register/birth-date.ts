import { dateText, wallClockOf } from '@moneytrail/calendar';
import { FIELD_TEXTS } from '../../../lib/account-rules.ts';

const MIN_AGE = 18;
const MAX_AGE = 120;

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** The allowed dates of birth, `YYYY-MM-DD`, by the calendar in Johannesburg. */
export function birthDateRange(nowMs: number): { earliest: string; latest: string } {
  const { year, month, day } = wallClockOf('Africa/Johannesburg', nowMs);
  // Born on 29 February, one turns 18 on 1 March of a common year.
  const isLeapDay = month === 2 && day === 29;
  const monthAndDay = isLeapDay ? '02-28' : `${two(month)}-${two(day)}`;
  return {
    earliest: `${year - MAX_AGE}-${monthAndDay}`,
    latest: `${year - MIN_AGE}-${monthAndDay}`,
  };
}

/** The problem with a date of birth; null if it is valid. */
export function birthDateProblem(day: string, nowMs: number): string | null {
  if (day === '') return FIELD_TEXTS.required;
  return day > birthDateRange(nowMs).latest ? FIELD_TEXTS.underAge : null;
}

/** A day in the browser's locale. */
export function localDay(day: string, locale?: string): string {
  if (day === '') return '';
  return dateText('longDate', Date.parse(day), locale);
}
