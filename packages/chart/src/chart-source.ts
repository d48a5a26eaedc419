import type { MarketHours } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/indicators';

/**
 * `time` is epoch ms UTC, from 1D up a date's 00:00 UTC; `volume` is null where unknown. All trades up to `knownUntilMs`
 * are included: a bar that has ended is closing until it knows its end. Without it, a bar that has ended is closed.
 */
export type ChartBar = Bar & { readonly knownUntilMs?: number };

/** A price at the bar of a time. */
export type ChartPoint = { timeMs: number; price: number };

export type ChartSymbol = {
  ticker: string;
  code: string;
  /** Decimals of a price. */
  precision: number;
  hours: MarketHours;
  /** Spreads may be negative: no logarithmic scale. */
  mayBeNegative: boolean;
  /** An index is calculated, not traded: no spread is estimated from its bars. */
  isIndex?: boolean;
};

/** A page of bars, ascending and unique. `hasOlder` is false only at the beginning of history. */
export type BarsPage = {
  bars: ChartBar[];
  hasOlder: boolean;
  /** The error that kept back requested bars before these: their span is not loaded. */
  failure?: unknown;
};

/** A source of bars. The engine drops answers for a symbol or resolution it has left. */
export type BarSource = {
  /**
   * The newest bars: enough for the first screen and the studies. `onPart` takes bars that can be drawn before the answer:
   * cached ones or the newest part of the request.
   */
  loadNewest: (signal: AbortSignal, onPart: (bars: ChartBar[]) => void) => Promise<BarsPage>;
  /** Bars strictly older than a time. A rejection shows a span that is not loaded, never the beginning of history. */
  loadOlder: (beforeMs: number, signal: AbortSignal) => Promise<BarsPage>;
  /**
   * Bars strictly newer than a time, the oldest of them first; −Infinity begins with the first bar of history. Empty only
   * if there are none. A source without it has no bars beside the pages of the other two.
   */
  loadNewer?: (afterMs: number, signal: AbortSignal) => Promise<BarsPage>;
  /**
   * New states of the last bar, bars after it and corrections; all finite. Returns the end of the subscription. `onUnread`:
   * from this time on bars may be missing or wrong after an outage; null once all have been read.
   */
  subscribe: (
    onBar: (bar: ChartBar) => void,
    onUnread: (fromMs: number | null) => void,
  ) => () => void;
};
