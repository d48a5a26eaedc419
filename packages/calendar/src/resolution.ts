import { DAY_MS, MINUTE_MS } from './durations.ts';
/** Every chart resolution of the product: digits are minutes, then day, week, month. */
export const RESOLUTIONS = [
  '1',
  '5',
  '15',
  '30',
  '60',
  '120',
  '180',
  '240',
  '1D',
  '1W',
  '1M',
] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** The resolutions that are kept; all others are built from these when read. */
export const STORED_RESOLUTIONS = ['1', '15', '60', '1D'] as const;
export type StoredResolution = (typeof STORED_RESOLUTIONS)[number];

const SOURCES: Record<Resolution, StoredResolution> = {
  '1': '1',
  '5': '1',
  '15': '15',
  '30': '15',
  '60': '60',
  '120': '60',
  '180': '60',
  '240': '60',
  '1D': '1D',
  '1W': '1D',
  '1M': '1D',
};

/** Days of history one request covers, per resolution. */
const WINDOW_DAYS: Record<Resolution, number> = {
  '1': 2,
  '5': 6,
  '15': 31,
  '30': 62,
  '60': 93,
  '120': 155,
  '180': 183,
  '240': 183,
  '1D': 365,
  '1W': 2_555,
  '1M': 7_300,
};

export function isResolution(value: string): value is Resolution {
  return (RESOLUTIONS as readonly string[]).includes(value);
}

/** The stored resolution that a resolution is built from (itself where it is stored). */
export function storedSourceOf(resolution: Resolution): StoredResolution {
  return SOURCES[resolution];
}

/** Whether bars of this resolution are named by a trading date and not by a moment of the day. */
export function isDateResolution(resolution: Resolution): resolution is '1D' | '1W' | '1M' {
  return resolution === '1D' || resolution === '1W' || resolution === '1M';
}

/** Minutes of an intraday resolution; 1 440, 10 080 and 43 200 for day, week and month. */
export function resolutionMinutes(resolution: Resolution): number {
  if (resolution === '1D') return 1_440;
  if (resolution === '1W') return 10_080;
  if (resolution === '1M') return 43_200;
  return Number(resolution);
}

/** Nominal length in milliseconds: what a poll waits for, not what a short session lasts. */
export function resolutionMs(resolution: Resolution): number {
  return resolutionMinutes(resolution) * MINUTE_MS;
}

/** Milliseconds of history one request covers. */
export function historyWindowMs(resolution: Resolution): number {
  return WINDOW_DAYS[resolution] * DAY_MS;
}
