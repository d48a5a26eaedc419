import type { Resolution } from '@moneytrail/calendar';

/** Spelt out, for menus and screen readers. */
export const RESOLUTION_NAMES: Readonly<Record<Resolution, string>> = {
  '1': '1 minute',
  '5': '5 minutes',
  '15': '15 minutes',
  '30': '30 minutes',
  '60': '1 hour',
  '120': '2 hours',
  '180': '3 hours',
  '240': '4 hours',
  '1D': '1 day',
  '1W': '1 week',
  '1M': '1 month',
};
