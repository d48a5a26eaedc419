import type { Resolution } from '@moneytrail/calendar';

/** Short, for buttons and the legend. */
export const RESOLUTION_LABELS: Readonly<Record<Resolution, string>> = {
  '1': '1m',
  '5': '5m',
  '15': '15m',
  '30': '30m',
  '60': '1h',
  '120': '2h',
  '180': '3h',
  '240': '4h',
  '1D': '1D',
  '1W': '1W',
  '1M': '1M',
};

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
