import { DAY_MS, HOUR_MS, MINUTE_MS } from '@moneytrail/calendar';

/** `16 d`, `2 d 4 h`, `3 h 15 min`, `45 min`: a span in its two largest units, whole days from ten of them on. */
export function durationText(spanMs: number): string {
  const span = Math.abs(spanMs);
  const days = Math.floor(span / DAY_MS);
  const hours = Math.floor((span % DAY_MS) / HOUR_MS);
  const minutes = Math.floor((span % HOUR_MS) / MINUTE_MS);
  if (days >= 10) return `${days} d`;
  const parts: [number, string][] =
    days > 0
      ? [
          [days, 'd'],
          [hours, 'h'],
        ]
      : [
          [hours, 'h'],
          [minutes, 'min'],
        ];
  const texts = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return texts.length > 0 ? texts.join(' ') : '0 min';
}
