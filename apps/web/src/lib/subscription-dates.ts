import { dateText, zoneOffsetMs } from '@moneytrail/calendar';

/** Subscription days are counted in this zone, in mails too. */
const ZONE = 'Africa/Johannesburg';
/** The specified text. Not in texts.ts: every signed-in page loads this module. */
export const MISSING = 'N/A';

/** `20 Nov 2026`: the day of an ISO 8601 moment, 'N/A' where there is none. */
export function dayText(moment: string | null, locale?: string): string {
  if (moment === null) return MISSING;
  const timeMs = Date.parse(moment);
  return dateText('date', timeMs + zoneOffsetMs(ZONE, timeMs), locale);
}
