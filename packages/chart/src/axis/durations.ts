import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** Time left: `04:59`, `3:04:59`, from a day on `2d 03h`; empty once it is over. */
export function countdownText(leftMs: number): string {
  if (leftMs <= 0) return '';
  const seconds = Math.ceil(leftMs / SECOND_MS);
  const hours = Math.floor(seconds / 3_600);
  if (hours >= 24) return `${Math.floor(hours / 24)}d ${twoDigits(hours % 24)}h`;
  const minutes = twoDigits(Math.floor(seconds / 60) % 60);
  const rest = `${minutes}:${twoDigits(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** A span in its two largest units: `2 d 4 h`, `3 h 15 min`, `45 min`; from ten days on whole days, `16 d`. */
export function durationText(spanMs: number): string {
  const span = Math.abs(spanMs);
  const days = Math.floor(span / DAY_MS);
  const hours = Math.floor((span % DAY_MS) / HOUR_MS);
  const minutes = Math.floor((span % HOUR_MS) / MINUTE_MS);
  if (days >= 10) return `${days} d`;
  const parts = days > 0 ? { d: days, h: hours } : { h: hours, min: minutes };
  const texts = Object.entries(parts).flatMap(([unit, count]) =>
    count > 0 ? [`${count} ${unit}`] : [],
  );
  return texts.length > 0 ? texts.join(' ') : '0 min';
}
