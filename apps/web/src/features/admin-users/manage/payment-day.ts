import { DAY_MS, wallClockOf } from '@moneytrail/calendar';

const PICKED_TO_STORED = 1;

function shifted(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The server stores the day after the picked one, `YYYY-MM-DD`. */
export function storedDay(picked: string): string {
  return shifted(picked, PICKED_TO_STORED);
}

export function pickedDay(stored: string): string {
  return shifted(stored, -PICKED_TO_STORED);
}

/** The earliest day to pick, in Johannesburg. */
export function firstDay(nowMs: number): string {
  const { year, month, day } = wallClockOf('Africa/Johannesburg', nowMs);
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}
