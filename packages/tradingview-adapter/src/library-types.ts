/*
 * The parts of the charting library's interface that the adapter uses, in our own words: the library's declarations come
 * with its licence. They are structural, so the adapter's objects fit the library's types.
 */

export type LibrarySymbol = {
  name: string;
  ticker?: string;
  description: string;
  type: string;
  session: string;
  timezone: string;
  exchange: string;
  listed_exchange: string;
  minmov: number;
  pricescale: number;
  supported_resolutions: string[];
};

/** Times are in ms of UTC; days, weeks and months begin at 00:00. */
export type LibraryBar = {
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume?: number;
};

/** Both ends are in seconds of UTC; `to` is not included. */
export type Period = { from: number; to: number; countBack: number; firstDataRequest: boolean };

export type FoundSymbol = {
  symbol: string;
  full_name: string;
  description: string;
  exchange: string;
  ticker: string;
  type: string;
};

/** `nextTime` is in ms. */
export type HistoryMetadata = { noData?: boolean; nextTime?: number };

export type DatafeedConfiguration = {
  supported_resolutions: string[];
  exchanges: { value: string; name: string; desc: string }[];
  symbols_types: { name: string; value: string }[];
  supports_marks: boolean;
  supports_timescale_marks: boolean;
  supports_time: boolean;
};

/** Times are in seconds. */
export type ChartMark = {
  id: string;
  time: number;
  color: string;
  text: string;
  label: string;
  labelFontColor: string;
  minSize: number;
};

export type TimescaleMark = {
  id: string;
  time: number;
  color: string;
  label: string;
  tooltip: string[];
};

export type ChartRecord = {
  id: string | number;
  name: string;
  symbol: string;
  resolution: string;
  /** Seconds. */
  timestamp: number;
};

export type ChartData = {
  id?: string | number;
  name: string;
  symbol: string;
  resolution: string;
  content: string;
};
