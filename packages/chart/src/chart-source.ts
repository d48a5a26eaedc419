import type { MarketHours } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/indicators';

/** A bar of the source: epoch milliseconds UTC, from 1D up the date's 00:00 UTC. */
export type ChartBar = Bar;

/** A bar, by its time, and a price. */
export type ChartPoint = { timeMs: number; price: number };

export type ChartSymbol = {
  ticker: string;
  code: string;
  /** Decimals of a price. */
  precision: number;
  hours: MarketHours;
  /** Spreads: no logarithmic scale. */
  mayBeNegative: boolean;
};

/** A page of bars, ascending and unique. `hasOlder` is false only where history truly begins. */
export type BarsPage = {
  bars: ChartBar[];
  hasOlder: boolean;
  /** The error that kept back bars before these, which were asked for too: a span that is not loaded. */
  failure?: unknown;
};

/** Where a chart's bars come from. The engine drops what arrives for a symbol or resolution it has left. */
export type BarSource = {
  /**
   * The newest bars: enough for the first screen and for what the studies need. `onPart` takes what can be drawn before
   * that, be it stored from an earlier look or only the newest of what was asked for.
   */
  loadNewest: (signal: AbortSignal, onPart: (bars: ChartBar[]) => void) => Promise<BarsPage>;
  /** Bars strictly older than a time. A rejection is shown as a span that is not loaded, never as the beginning. */
  loadOlder: (beforeMs: number, signal: AbortSignal) => Promise<BarsPage>;
  /**
   * New states of the last bar, bars after it and corrections; returns what ends it. `onUnread`: from this time on bars
   * may be missing or wrong, as there was an outage; null once all of it has been read.
   */
  subscribe: (
    onBar: (bar: ChartBar) => void,
    onUnread: (fromMs: number | null) => void,
  ) => () => void;
};
