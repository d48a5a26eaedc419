import { DAY_MS, MINUTE_MS } from './durations.ts';

/** The lengths of bars that files may bring. Those that are not stored stand in the series that they are rolled up from. */
export const IMPORTED_RESOLUTIONS = [
  '1',
  '5',
  '15',
  '30',
  '60',
  '120',
  '180',
  '240',
  '1D',
] as const;
export type ImportedResolution = (typeof IMPORTED_RESOLUTIONS)[number];

/** The chart resolutions: digits are minutes, then day, week, month. */
export const RESOLUTIONS = [...IMPORTED_RESOLUTIONS, '1W', '1M'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** The resolutions that are stored; all others are rolled up from these when they are read. */
export const STORED_RESOLUTIONS = ['1', '15', '60', '1D'] as const;
export type StoredResolution = (typeof STORED_RESOLUTIONS)[number];

/** The stored resolution that each is rolled up from, and the days of history that one request covers. */
const TABLE: Record<Resolution, { source: StoredResolution; minutes: number; windowDays: number }> =
  {
    '1': { source: '1', minutes: 1, windowDays: 2 },
    '5': { source: '1', minutes: 5, windowDays: 6 },
    '15': { source: '15', minutes: 15, windowDays: 31 },
    '30': { source: '15', minutes: 30, windowDays: 62 },
    '60': { source: '60', minutes: 60, windowDays: 93 },
    '120': { source: '60', minutes: 120, windowDays: 155 },
    '180': { source: '60', minutes: 180, windowDays: 183 },
    '240': { source: '60', minutes: 240, windowDays: 183 },
    '1D': { source: '1D', minutes: 1_440, windowDays: 365 },
    '1W': { source: '1D', minutes: 10_080, windowDays: 2_555 },
    '1M': { source: '1D', minutes: 43_200, windowDays: 7_300 },
  };

/** Short, for buttons, the legend and messages. */
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

export function isResolution(value: string): value is Resolution {
  return (RESOLUTIONS as readonly string[]).includes(value);
}

/** Days, weeks and months may omit their number in other clients' requests. */
const WITHOUT_NUMBER: Readonly<Record<string, Resolution>> = { D: '1D', W: '1W', M: '1M' };

/** The resolution that a client names, `D`, `W` and `M` included; undefined if it is none. */
export function resolutionByName(name: string): Resolution | undefined {
  const found = WITHOUT_NUMBER[name] ?? name;
  return isResolution(found) ? found : undefined;
}

/** The stored resolution that a resolution is rolled up from; a stored one is its own source. */
export function storedSourceOf(resolution: Resolution): StoredResolution {
  return TABLE[resolution].source;
}

/** True if the time of a bar is a trading date instead of a moment of the day. */
export function isDateResolution(resolution: Resolution): resolution is '1D' | '1W' | '1M' {
  return resolution === '1D' || resolution === '1W' || resolution === '1M';
}

/** Nominal minutes; a month has 30 days. */
export function resolutionMinutes(resolution: Resolution): number {
  return TABLE[resolution].minutes;
}

/** Whether a name is that of a resolution with longer bars. */
export function isLonger(name: string, than: Resolution): name is Resolution {
  return isResolution(name) && resolutionMinutes(name) > resolutionMinutes(than);
}

/** Counts the bars of a resolution in longer spans. */
export type BarCounts = {
  /** Bars in a day of trading around the clock. */
  readonly barsInDay: number;
  /** Bars in a bar of a longer resolution; 1 if the name is of none. */
  readonly barsIn: (name: string) => number;
};

export function barCounts(resolution: Resolution): BarCounts {
  return {
    barsInDay: DAY_MS / resolutionMs(resolution),
    barsIn: (name) =>
      isLonger(name, resolution) ? resolutionMinutes(name) / resolutionMinutes(resolution) : 1,
  };
}

/** Nominal milliseconds; the last bar of a session may be shorter. */
export function resolutionMs(resolution: Resolution): number {
  return TABLE[resolution].minutes * MINUTE_MS;
}

/** The span of history that one request covers. */
export function historyWindowMs(resolution: Resolution): number {
  return TABLE[resolution].windowDays * DAY_MS;
}
