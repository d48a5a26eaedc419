import { type Columns, valueAt } from '../columns/columns.ts';
import { checkInputs, type StudyInputs } from '../inputs.ts';
import { combo } from '../studies/definitions/combo.ts';
import { inChunks } from '../windows/chunk.ts';
import { barsUntilDeployment } from '../windows/deployment-window.ts';
import {
  type Breakout,
  BreakoutWindow,
  type BrokenLine,
  type MarkSide,
} from './breakout-window.ts';

/** A buy or sell signal on a closed bar; it never changes. */
export type SignalMark = {
  /** The index of its bar in the columns. */
  readonly index: number;
  /** The time of its bar. */
  readonly time: number;
  readonly side: MarkSide;
  /** True if the long channel was broken as well. */
  readonly strong: boolean;
  /** The tip of the arrow: `offset` below the low for a buy, above the high for a sell. */
  readonly price: number;
  readonly offset: number;
};

/** Part of every mark's id. Raise it with any change to the maths that can move a mark. */
export const FORMULA_VERSION = 1;

const FNV_OFFSET = 0xcbf29ce484222325n;
const FNV_PRIME = 0x100000001b3n;

/**
 * The permanent id of a mark, 16 hexadecimal digits: the FNV-1a hash (64 bits, over UTF-16 code units) of instrument,
 * resolution, time of the bar in epoch ms, side and formula version.
 */
export function markId(mark: {
  instrument: string;
  resolution: string;
  time: number;
  side: MarkSide;
}): string {
  const text = [mark.instrument, mark.resolution, mark.time, mark.side, FORMULA_VERSION].join('\n');
  let hash = FNV_OFFSET;
  for (let index = 0; index < text.length; index += 1) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * FNV_PRIME);
  }
  return hash.toString(16).padStart(16, '0');
}

/** The number of bars before a mark without a breakout on its side, so that a run of breakouts makes one mark. */
const QUIET_BARS = 5;

/** Marks that follow the closed bars. */
export type LiveMarks = {
  /** Oldest first; append-only. */
  readonly marks: readonly SignalMark[];
  /** Takes all bars up to `closedCount` as closed and final; any number of them may be new. O(1) amortised a bar. */
  readonly barClosed: (columns: Columns, closedCount: number) => void;
};

/** The marks of the first `closedCount` bars, oldest first. Throws an InputError like `computeStudy`. */
export function computeMarks(
  columns: Columns,
  inputs: StudyInputs,
  closedCount: number = columns.length,
): SignalMark[] {
  return [...createMarks(columns, closedCount, inputs).marks];
}

/** The marks of the bars closed so far, then of each bar that closes. A closed bar must not change. */
export function createMarks(columns: Columns, closedCount: number, inputs: StudyInputs): LiveMarks {
  checkInputs(
    inputs,
    combo.inputs.map((field) => field.name),
  );
  const marks: SignalMark[] = [];
  const window = new BreakoutWindow(inputs);
  const firstIndex = firstMarkIndex(inputs);
  const lastBreakout = { buy: Number.NEGATIVE_INFINITY, sell: Number.NEGATIVE_INFINITY };
  let taken = 0;

  const check = (now: Columns, from: number, offset: number, side: MarkSide): void => {
    const breakout = side === 'buy' ? window.upwards(offset) : window.downwards(offset);
    if (breakout === 'none') return;
    const index = from + offset;
    const wasQuiet = index - lastBreakout[side] > QUIET_BARS;
    lastBreakout[side] = index;
    // Five bars without any range make no signal, but the breakout counts for the following bars.
    if (!wasQuiet || index < firstIndex || window.rangeAverage(offset - 1) === 0) return;
    marks.push(markAt(now, index, { side, breakout, rangeAverage: window.rangeAverage(offset) }));
  };
  const barClosed = (now: Columns, count: number): void => {
    inChunks(Math.max(0, taken - 1), count, (from, chunkCount) => {
      window.advance(now, from, chunkCount);
      // A chunk's first bar was checked as the last bar of the previous chunk; the first bar of the series has none
      // before it.
      for (let offset = 1; offset < chunkCount; offset += 1) {
        check(now, from, offset, 'buy');
        check(now, from, offset, 'sell');
      }
    });
    taken = Math.max(taken, count);
  };
  barClosed(columns, closedCount);
  return { marks, barClosed };
}

/** The index of the first bar that can have a mark: from it on, every value that a mark reads is defined. */
export function firstMarkIndex(inputs: StudyInputs): number {
  const { length, comboShortRange, comboLongRange } = inputs;
  return Math.max(
    barsUntilDeployment(length) - 1 + QUIET_BARS,
    comboShortRange + QUIET_BARS,
    comboLongRange,
  );
}

function markAt(
  columns: Columns,
  index: number,
  signal: { side: MarkSide; breakout: Breakout; rangeAverage: number },
): SignalMark {
  const offset = signal.rangeAverage * offsetShare(valueAt(columns.close, index));
  return {
    index,
    time: valueAt(columns.time, index),
    side: signal.side,
    strong: signal.breakout === 'strong',
    price:
      signal.side === 'buy'
        ? valueAt(columns.low, index) - offset
        : valueAt(columns.high, index) + offset,
    offset,
  };
}

/** The distance of a mark from its bar in average ranges; larger for higher prices. */
function offsetShare(close: number): number {
  if (close >= 10_000) return 1;
  return close >= 5_000 ? 0.75 : 0.5;
}

/** The five bars of the average range before a breakout and the two of the breakout itself. */
const RANGE_BARS = 5 + 2;

/**
 * The lines of the combo that a marked bar broke, by the rule that makes marks: the short one first, both for a strong
 * mark. Empty if the bar breaks none, as after a correction by the vendor.
 */
export function brokenLines(
  columns: Columns,
  { index, side }: { index: number; side: MarkSide },
  inputs: StudyInputs,
): BrokenLine[] {
  if (index < 1 || index >= columns.length) return [];
  const window = new BreakoutWindow(inputs);
  const from = Math.max(0, index - Math.max(inputs.comboLongRange, RANGE_BARS));
  let offset = 0;
  inChunks(from, index + 1, (start, count) => {
    window.advance(columns, start, count);
    offset = index - start;
  });
  return window.broken(offset, side);
}
