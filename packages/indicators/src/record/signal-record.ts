import type { Columns } from '../columns/columns.ts';
import { valueAt } from '../columns/columns.ts';
import type { MarkSide } from '../marks/breakout-window.ts';
import type { SignalMark } from '../marks/marks.ts';
import { type MedianInterval, medianInterval, medianOf } from './median-interval.ts';

/** The numbers of bars after which a move is measured. */
export const RECORD_HORIZONS = [5, 10, 20] as const;
/** With fewer moves, only their number is given. */
export const LEAST_MOVES = 30;

/** Price moves within a number of bars after the marks of one side. */
export type HorizonRecord = {
  /** The number of bars after the mark. */
  readonly bars: number;
  /** Marks whose move was measured. All other marks of the side are counted by the next three fields. */
  readonly measured: number;
  /** Marks with fewer bars after them than the horizon. */
  readonly unfinished: number;
  /** Marks within the horizon of the last measured mark: two moves over the same bars count once. */
  readonly overlapping: number;
  /** Marks whose close is not above zero, as a spread's may be: a percentage of it has no meaning. */
  readonly unpriced: number;
  /** The median move in percent of the mark's close, positive for a rise on both sides; NaN for too few moves. */
  readonly median: number;
  /**
   * The share of moves up after a buy or down after a sell, 0 … 1; an unchanged price counts as neither. NaN for too
   * few moves.
   */
  readonly shareWithSide: number;
  /** The confidence interval of the median; NaN for too few moves. */
  readonly interval: MedianInterval;
  /** The median move after any bar of the same columns, marked or not, for comparison. */
  readonly usual: number;
};

/** The record of the marks of one side. */
export type SideRecord = {
  /** Marks whose bar is among the columns. */
  readonly marks: number;
  readonly horizons: readonly HorizonRecord[];
};

const UNKNOWN: MedianInterval = {
  low: Number.NaN,
  high: Number.NaN,
  coverage: Number.NaN,
};

/**
 * The price moves after the marks of each side. A move is the change from the close of the mark's bar to the close of
 * the n-th bar after it, in percent of the first. It keeps the sign of the price: a fall after a sell is negative, so
 * that a number means the same on both sides, and gains are shown like losses. Costs and spreads are not deducted.
 *
 * An interval needs independent moves, so of marks with overlapping horizons only the oldest is measured. `columns` must
 * hold closed bars only. Marks may come in any order; those whose bar is not among the columns are left out.
 */
export function signalRecord(
  columns: Columns,
  marks: readonly Pick<SignalMark, 'time' | 'side'>[],
): Record<MarkSide, SideRecord> {
  const usual = RECORD_HORIZONS.map((bars) => usualMove(columns, bars));
  const ofSide = (side: MarkSide): SideRecord => {
    const times = marks.filter((mark) => mark.side === side).map(({ time }) => time);
    const indices = indicesOf(columns, times);
    const horizons = RECORD_HORIZONS.map((bars, index) =>
      horizonRecord(columns, { side, indices, bars, usual: usual[index] ?? Number.NaN }),
    );
    return { marks: indices.length, horizons };
  };
  return { buy: ofSide('buy'), sell: ofSide('sell') };
}

/** The indices of the bars with these times, ascending; times without a bar are left out. */
function indicesOf({ time, length }: Columns, times: readonly number[]): number[] {
  const wanted = new Set(times);
  const found: number[] = [];
  for (let index = 0; index < length; index += 1) {
    if (wanted.has(valueAt(time, index))) found.push(index);
  }
  return found;
}

/** The move between two closes in percent; NaN if the first is not above zero. */
function moveAfter({ close }: Columns, index: number, bars: number): number {
  const from = valueAt(close, index);
  return from > 0 ? (100 * (valueAt(close, index + bars) - from)) / from : Number.NaN;
}

function usualMove(columns: Columns, bars: number): number {
  const moves: number[] = [];
  for (let index = 0; index + bars < columns.length; index += 1) {
    const move = moveAfter(columns, index, bars);
    if (!Number.isNaN(move)) moves.push(move);
  }
  return medianOf(Float64Array.from(moves).sort());
}

function horizonRecord(
  columns: Columns,
  of: { side: MarkSide; indices: readonly number[]; bars: number; usual: number },
): HorizonRecord {
  const { side, bars, usual } = of;
  const counts = { unfinished: 0, overlapping: 0, unpriced: 0 };
  const moves: number[] = [];
  let freeFrom = 0;
  for (const index of of.indices) {
    const move = moveAfter(columns, index, bars);
    if (index + bars >= columns.length) counts.unfinished += 1;
    else if (Number.isNaN(move)) counts.unpriced += 1;
    else if (index < freeFrom) counts.overlapping += 1;
    else {
      moves.push(move);
      freeFrom = index + bars;
    }
  }
  const measured = moves.length;
  const common = { bars, measured, ...counts, usual };
  if (measured < LEAST_MOVES) {
    return { ...common, median: Number.NaN, shareWithSide: Number.NaN, interval: UNKNOWN };
  }
  const ascending = Float64Array.from(moves).sort();
  const withSide = moves.filter((move) => (side === 'buy' ? move > 0 : move < 0)).length;
  return {
    ...common,
    median: medianOf(ascending),
    shareWithSide: withSide / measured,
    interval: medianInterval(ascending),
  };
}
