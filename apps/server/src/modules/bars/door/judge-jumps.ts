import {
  type BarColumns,
  concatColumns,
  NO_BARS,
  newColumns,
  positionOf,
  sliceColumns,
} from '../columns/bar-columns.ts';
import { medianOf } from './median-of.ts';
import { reaches } from './reaches.ts';

/** A bar whose true range is more than this many times the usual one is not believed at once. */
const MAX_TRUE_RANGES = 12;
/** A jump that the next bar takes back may still be a trade, as long as it is no more than this part of the price. */
const MAX_EXCURSION = 0.05;
/** So many bars before say what is usual. */
export const JUDGED_BY_BARS = 50;
/** Fewer true ranges say nothing about what is usual. */
const MIN_RANGES = 20;
/** The usual range changes slowly: it is measured anew after this many bars, */
const MEASURED_EVERY = 50;
/** or at once for a range of this many times the one that was measured last. */
const NEAR_JUMP = 4;

/** The range of a bar, the way from the close before included; `closeBefore` is NaN after a pause of the market. */
function trueRange(columns: BarColumns, i: number, closeBefore: number): number {
  const high = columns.high[i] ?? 0;
  const low = columns.low[i] ?? 0;
  if (Number.isNaN(closeBefore)) return high - low;
  return Math.max(high - low, Math.abs(high - closeBefore), Math.abs(low - closeBefore));
}

/**
 * Whether the next bar confirms a jump. What the next bar touches is believed, and, where trading goes on from the
 * close, the body too; what sticks out further than a usual jump, or a small part of the price, is not.
 */
function isConfirmed(columns: BarColumns, i: number, closeBefore: number, usual: number): boolean {
  const next = i + 1;
  if (next >= columns.length) return false;
  const at = (column: Float64Array, index: number) => column[index] ?? 0;
  const start = Number.isNaN(closeBefore) ? at(columns.open, i) : closeBefore;
  const believed = [start, at(columns.high, next), at(columns.low, next)];
  const close = at(columns.close, i);
  const range = trueRange(columns, i, closeBefore);
  const goesOn = Math.abs(at(columns.open, next) - close) <= Math.max(3 * usual, range / 4);
  if (goesOn) believed.push(at(columns.open, i), close);
  const above = at(columns.high, i) - Math.max(...believed);
  const below = Math.min(...believed) - at(columns.low, i);
  const limit = Math.max(MAX_TRUE_RANGES * usual, MAX_EXCURSION * Math.abs(start));
  return Math.max(above, below) <= limit;
}

type UsualRange = {
  add: (range: number) => void;
  /** Whether a range is a jump, and the usual one then; null where it is none or too little is known. */
  leapt: (range: number) => number | null;
};

/** The last true ranges above zero. Their median is measured anew when a range comes near to a jump, or in time. */
function createUsualRange(): UsualRange {
  const ranges = new Float64Array(JUDGED_BY_BARS);
  const scratch = new Float64Array(JUDGED_BY_BARS);
  let count = 0;
  let median = 0;
  let age = MEASURED_EVERY;
  const measure = () => {
    scratch.set(ranges);
    median = medianOf(scratch, Math.min(count, JUDGED_BY_BARS));
    age = 0;
  };
  return {
    add: (range) => {
      age++;
      if (range <= 0) return;
      ranges[count % JUDGED_BY_BARS] = range;
      count++;
    },
    leapt: (range) => {
      if (count < MIN_RANGES) return null;
      if (age >= MEASURED_EVERY || (age > 0 && range > NEAR_JUMP * median)) measure();
      return range > MAX_TRUE_RANGES * median ? median : null;
    },
  };
}

function pick(columns: BarColumns, positions: readonly number[]): BarColumns {
  const picked = newColumns(positions.length);
  for (const [to, from] of positions.entries()) {
    for (const name of ['time', 'open', 'high', 'low', 'close', 'volume'] as const) {
      picked[name][to] = columns[name][from] ?? Number.NaN;
    }
  }
  return picked;
}

function without(columns: BarColumns, positions: readonly number[]): BarColumns {
  if (positions.length === 0) return columns;
  const left = new Set(positions);
  const kept = Array.from({ length: columns.length }, (_, i) => i).filter((i) => !left.has(i));
  return pick(columns, kept);
}

/** The close that a bar goes on from; NaN where more time than a step lies between, as over a night. */
function closeBeforeOf(columns: BarColumns, i: number, last: Last, maxStepMs: number): number {
  const isNext = (columns.time[i] ?? 0) - last.time <= maxStepMs;
  return isNext ? last.close : Number.NaN;
}

type Last = { time: number; close: number };

const lastOf = (columns: BarColumns, i: number): Last => ({
  time: columns.time[i] ?? Number.NEGATIVE_INFINITY,
  close: columns.close[i] ?? Number.NaN,
});

/** Whether the bar is stored already, or an earlier form of it that went as far. */
function isStored(stored: BarColumns, columns: BarColumns, i: number): boolean {
  const at = positionOf(stored, columns.time[i] ?? 0);
  if (at >= stored.length || stored.time[at] !== columns.time[i]) return false;
  const extremes = ({ high, low }: BarColumns, index: number) => {
    return { high: high[index] ?? Number.NaN, low: low[index] ?? Number.NaN };
  };
  return reaches(extremes(stored, at), extremes(columns, i));
}

/** What the store knows around the bars that are judged. */
export type Known = {
  /** Bars after them: without one the last bar has no next one yet. */
  after?: BarColumns;
  /** The believed bars of the same times. */
  stored?: BarColumns;
};

/**
 * Parts bars into believed ones and suspicious ones: a true range above 12 × the median of the 50 before, which the
 * next bar does not confirm, and which is not stored already. `before` are the stored bars in front of them.
 * A gap counts where the bars are at most `maxStepMs` apart: markets may open elsewhere than they closed.
 */
export function judgeJumps(
  before: BarColumns,
  incoming: BarColumns,
  maxStepMs: number,
  { after = NO_BARS, stored = NO_BARS }: Known = {},
): { accepted: BarColumns; suspicious: BarColumns } {
  const all = concatColumns([incoming, sliceColumns(after, 0, Math.min(1, after.length))]);
  const usual = createUsualRange();
  const recent = sliceColumns(before, Math.max(0, before.length - JUDGED_BY_BARS), before.length);
  let last = lastOf(recent, 0);
  for (let i = 1; i < recent.length; i++) {
    usual.add(trueRange(recent, i, closeBeforeOf(recent, i, last, maxStepMs)));
    last = lastOf(recent, i);
  }
  const suspicious: number[] = [];
  for (let i = 0; i < incoming.length; i++) {
    const closeBefore = closeBeforeOf(incoming, i, last, maxStepMs);
    const range = trueRange(incoming, i, closeBefore);
    const median = usual.leapt(range);
    const isBelieved =
      median === null || isConfirmed(all, i, closeBefore, median) || isStored(stored, incoming, i);
    if (!isBelieved) {
      suspicious.push(i);
      continue;
    }
    usual.add(range);
    last = lastOf(incoming, i);
  }
  return { accepted: without(incoming, suspicious), suspicious: pick(incoming, suspicious) };
}
