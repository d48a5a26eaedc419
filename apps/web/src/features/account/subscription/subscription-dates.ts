import { dateText, zoneOffsetMs } from '@moneytrail/calendar';
import { SUBSCRIPTION_TEXTS } from '../texts.ts';

/** The zone in which days of subscriptions are counted, in mails too. */
const ZONE = 'Africa/Johannesburg';

/** `20 Nov 2026`: the day of an ISO 8601 moment, 'N/A' where there is none. */
export function dayText(moment: string | null, locale?: string): string {
  if (moment === null) return SUBSCRIPTION_TEXTS.missing;
  const timeMs = Date.parse(moment);
  return dateText('date', timeMs + zoneOffsetMs(ZONE, timeMs), locale);
}
