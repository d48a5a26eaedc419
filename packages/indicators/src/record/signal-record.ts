import type { Columns } from '../columns/columns.ts';
import { valueAt } from '../columns/columns.ts';
import type { MarkSide } from '../marks/breakout-window.ts';
import type { SignalMark } from '../marks/marks.ts';
import { type MedianInterval, medianInterval, medianOf } from './median-interval.ts';

/** After how many bars a move is measured. */
export const RECORD_HORIZONS = [5, 10, 20] as const;
/** From fewer moves than this nothing is computed but their number. */
export const LEAST_MOVES = 30;

/** What prices did within a number of bars after the marks of one side. */
export type HorizonRecord = {
  /** How many bars after the mark's. */
  readonly bars: number;
  /** Marks whose move was measured: all others of the side are one of the next three. */
  readonly measured: number;
  /** Marks that have fewer bars behind them than the horizon. */
  readonly unfinished: number;
  /** Marks that came before the horizon of the last measured one was over: two moves over the same bars count once. */
  readonly overlapping: number;
  /** Marks whose close is not above zero, as a spread's may be: a percentage of it means nothing. */
  readonly unpriced: number;
  /** The median move, percent of the mark's close, above zero where the price rose, whatever the side; NaN of too few. */
  readonly median: number;
  /** Of the moves, those up after a buy or down after a sell, 0 … 1; no move counts as neither. NaN of too few. */
  readonly shareWithSide: number;
  /** Encloses the median of such moves; NaN of too few. */
  readonly interval: MedianInterval;
  /** The median move after any bar of the same columns, marked or not: what a mark is to be compared with. */
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
 * What followed the marks of each side. A move is the change from the close of the mark's bar to the close of the n-th
 * bar after it, in percent of the first. It keeps the price's own sign: after a sell a fall is negative, so that the same
 * number means the same on both sides, and gains are shown like losses. Costs and spreads are not taken off.
 *
 * An interval needs moves that do not depend on each other, so of marks whose horizons overlap only the first is
 * measured, from the oldest on. All that follows is of closed bars; `columns` must hold no other. Marks may come in any
 * order, and one whose bar is not among the columns is left out.
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

/** Where bars of these times stand, ascending; times without a bar are left out. */
function indicesOf({ time, length }: Columns, times: readonly number[]): number[] {
  const wanted = new Set(times);
  const found: number[] = [];
  for (let index = 0; index < length; index += 1) {
    if (wanted.has(valueAt(time, index))) found.push(index);
  }
  return found;
}

/** From one close to another, percent; NaN where the first is not above zero. */
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
