import { DAY_MS, wallClockOf } from '@moneytrail/calendar';

const PICKED_TO_STORED = 1;

function shifted(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The day that is stored for one that was picked, `YYYY-MM-DD`: the day after it. */
export function storedDay(picked: string): string {
  return shifted(picked, PICKED_TO_STORED);
}

/** The day that was picked for one that is stored. */
export function pickedDay(stored: string): string {
  return shifted(stored, -PICKED_TO_STORED);
}

/** The first day that can be picked, in Johannesburg. */
export function firstDay(nowMs: number): string {
  const { year, month, day } = wallClockOf('Africa/Johannesburg', nowMs);
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}
