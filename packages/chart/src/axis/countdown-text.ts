import { SECOND_MS } from '@moneytrail/calendar';

const DAY_S = 86_400;

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** Time left: `04:59`, `3:04:59`, from a day on `2d 03h`; empty when there is none. */
export function countdownText(leftMs: number): string {
  if (leftMs <= 0) return '';
  const seconds = Math.ceil(leftMs / SECOND_MS);
  const hours = Math.floor(seconds / 3_600);
  if (seconds >= DAY_S) return `${Math.floor(hours / 24)}d ${twoDigits(hours % 24)}h`;
  const minutes = twoDigits(Math.floor(seconds / 60) % 60);
  const rest = `${minutes}:${twoDigits(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
