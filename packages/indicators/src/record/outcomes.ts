import { type Columns, positionOf, valueAt } from '../columns/columns.ts';
import type { MarkSide } from '../marks/breakout-window.ts';

/** The numbers of bars after which the outcome of a mark is measured. */
export const OUTCOME_HORIZONS = [1, 5, 10, 20, 60] as const;

/** Bars that marks are measured by. */
export type RecordSeries = {
  /** Closed bars only. */
  readonly columns: Columns;
  /** The moment at which the bar at an index closed, epoch ms; ascending. */
  readonly closesAtMs: (index: number) => number;
  /** Ascending indices of bars that follow a hole: bars before them are missing. */
  readonly holes: readonly number[];
  /** No bar will follow, as the contract has ended. */
  readonly isOver: boolean;
};

export type PublishedMark = {
  /** The time of its bar. */
  readonly time: number;
  readonly side: MarkSide;
  /** Epoch ms; null for a mark that was computed later, which counts as published when its bar closed. */
  readonly publishedAtMs: number | null;
};

/** A price move in percent of the entry, with the sign of the side: positive is in favour of the mark. */
export type Outcome = {
  readonly move: number;
  /** The largest move in favour on the way, at least 0. */
  readonly favourable: number;
  /** The largest move against, at most 0. */
  readonly adverse: number;
};

/**
 * The reason why there is no outcome: the horizon has not ended, the contract ends within it, bars are missing within it,
 * or the entry is not above zero, as a spread's may be.
 */
export type NoOutcome = 'unfinished' | 'expired' | 'broken' | 'unpriced';

const signOf = (side: MarkSide) => (side === 'buy' ? 1 : -1);

/**
 * The indices of a mark's own bar and of the bar whose close is its entry: the first that closes at or after publication,
 * at the earliest the one after the mark's own, whose close made the mark and was known before it. The entry is
 * `columns.length` if that bar has not closed yet. Null if the mark's bar is not among the columns.
 */
export function entryOf(
  { columns, closesAtMs }: RecordSeries,
  { time, publishedAtMs }: PublishedMark,
): { own: number; entry: number } | null {
  const own = positionOf(columns, time);
  if (own >= columns.length || valueAt(columns.time, own) !== time) return null;
  let entry = own + 1;
  if (publishedAtMs === null) return { own, entry };
  while (entry < columns.length && closesAtMs(entry) < publishedAtMs) entry += 1;
  return { own, entry };
}

/** The number of holes at or before each bar, so that two of them tell whether a hole lies between. */
export function holesUntil({ columns, holes }: RecordSeries): Int32Array {
  const until = new Int32Array(columns.length + 1);
  for (const index of holes) if (index < columns.length) until[index] = 1;
  for (let index = 1; index < until.length; index += 1) {
    until[index] = (until[index] ?? 0) + (until[index - 1] ?? 0);
  }
  return until;
}

/** A stretch of bars: from the bar `from`, not later than the entry, to the close of the bar `bars` after the entry. */
export type Stretch = { readonly from: number; readonly entry: number; readonly bars: number };

/** The reason why a stretch is not measured; null if it is. */
export function whyNot(
  { columns, isOver }: RecordSeries,
  until: Int32Array,
  { from, entry, bars }: Stretch,
): NoOutcome | null {
  const exit = entry + bars;
  if (exit >= columns.length) return isOver ? 'expired' : 'unfinished';
  if (until[exit] !== until[from]) return 'broken';
  return valueAt(columns.close, entry) > 0 ? null : 'unpriced';
}

/** The rise from the close of the entry to the close of the bar `bars` later, in percent of the first. */
export function riseAfter({ close }: Columns, entry: number, bars: number): number {
  const price = valueAt(close, entry);
  return (100 * (valueAt(close, entry + bars) - price)) / price;
}

/** The outcome of a mark of this side for a stretch that `whyNot` does not refuse. */
export function outcomeAfter(columns: Columns, side: MarkSide, { entry, bars }: Stretch): Outcome {
  const price = valueAt(columns.close, entry);
  let [high, low] = [price, price];
  for (let index = entry + 1; index <= entry + bars; index += 1) {
    high = Math.max(high, valueAt(columns.high, index));
    low = Math.min(low, valueAt(columns.low, index));
  }
  const sign = signOf(side);
  const [best, worst] = side === 'buy' ? [high, low] : [low, high];
  const percent = (to: number) => (100 * sign * (to - price)) / price + 0;
  return {
    move: sign * riseAfter(columns, entry, bars) + 0,
    favourable: percent(best),
    adverse: percent(worst),
  };
}
