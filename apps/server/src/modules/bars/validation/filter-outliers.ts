import { trueRangeOf } from '@moneytrail/indicators';
import {
  type BarColumns,
  concatColumns,
  NO_BARS,
  pickBars,
  positionOf,
  sliceColumns,
} from '../columns/bar-columns.ts';
import { LEAST_TRUE_RANGES, medianOf, OUTLIER_TRUE_RANGES } from './true-range.ts';

/** An excursion that the next bar takes back is accepted up to this part of the price. */
const MAX_EXCURSION = 0.05;
/** Bars before a bar that define the usual range. */
export const COMPARED_BARS = 50;
/** The usual range changes slowly: it is measured again after this many bars, */
const MEASURED_EVERY = 50;
/** or at once for a range of this many times the last measurement. */
const NEAR_OUTLIER = 4;
/** Two sources of one market differ by rounding, fees and trades: by this part of the range, */
const RANGE_TOLERANCE = 0.1;
/** or this part of the price. */
const PRICE_TOLERANCE = 0.001;

type Extremes = { high: number; low: number };

/** Whether another source's bar reaches the high and low of a bar, within the tolerances. */
export function reaches(other: Extremes, { high, low }: Extremes): boolean {
  const price = Math.max(Math.abs(high), Math.abs(low));
  const tolerance = Math.max(RANGE_TOLERANCE * (high - low), PRICE_TOLERANCE * price);
  return other.high >= high - tolerance && other.low <= low + tolerance;
}

const extremesAt = ({ high, low }: BarColumns, i: number): Extremes => ({
  high: high[i] ?? Number.NaN,
  low: low[i] ?? Number.NaN,
});

function rangeAt({ high, low }: BarColumns, i: number, closeBefore: number): number {
  return trueRangeOf(high[i] ?? 0, low[i] ?? 0, closeBefore);
}

/**
 * Whether the next bar corroborates an outlier. The range of the next bar is accepted and, if trading goes on near the
 * close, the outlier's body too; the rest may exceed them by 12 usual ranges or 5 % of the price.
 */
function isCorroboratedByNext(
  columns: BarColumns,
  i: number,
  closeBefore: number,
  usual: number,
): boolean {
  const next = i + 1;
  if (next >= columns.length) return false;
  const at = (column: Float64Array, index: number) => column[index] ?? 0;
  const start = Number.isNaN(closeBefore) ? at(columns.open, i) : closeBefore;
  const touched = [start, at(columns.high, next), at(columns.low, next)];
  const close = at(columns.close, i);
  const range = rangeAt(columns, i, closeBefore);
  const goesOn = Math.abs(at(columns.open, next) - close) <= Math.max(3 * usual, range / 4);
  if (goesOn) touched.push(at(columns.open, i), close);
  const above = at(columns.high, i) - Math.max(...touched);
  const below = Math.min(...touched) - at(columns.low, i);
  const limit = Math.max(OUTLIER_TRUE_RANGES * usual, MAX_EXCURSION * Math.abs(start));
  return Math.max(above, below) <= limit;
}

type UsualRange = {
  add: (range: number) => void;
  /** The usual range if this one is an outlier; null if it is not, or if there are too few bars. */
  exceededBy: (range: number) => number | null;
};

/** Keeps the last true ranges above zero. Their median is measured periodically and when a range nears an outlier. */
function createUsualRange(): UsualRange {
  const ranges = new Float64Array(COMPARED_BARS);
  const scratch = new Float64Array(COMPARED_BARS);
  let count = 0;
  let median = 0;
  let age = MEASURED_EVERY;
  const measure = () => {
    scratch.set(ranges);
    median = medianOf(scratch, Math.min(count, COMPARED_BARS));
    age = 0;
  };
  return {
    add: (range) => {
      age++;
      if (range <= 0) return;
      ranges[count % COMPARED_BARS] = range;
      count++;
    },
    exceededBy: (range) => {
      if (count < LEAST_TRUE_RANGES) return null;
      if (age >= MEASURED_EVERY || (age > 0 && range > NEAR_OUTLIER * median)) measure();
      return range > OUTLIER_TRUE_RANGES * median ? median : null;
    },
  };
}

/** Whether the same bar, or an earlier form of it with the same extremes, is stored. */
function isStored(stored: BarColumns, columns: BarColumns, i: number): boolean {
  const at = positionOf(stored, columns.time[i] ?? 0);
  if (at >= stored.length || stored.time[at] !== columns.time[i]) return false;
  return reaches(extremesAt(stored, at), extremesAt(columns, i));
}

/** Stored bars around the filtered ones. */
type Known = {
  /** Bars after them, which corroborate the last one. */
  after?: BarColumns;
  /** Accepted bars of the same times. */
  stored?: BarColumns;
};

/**
 * Separates outliers: bars whose true range exceeds 12 × the median of the 50 before, that the next bar does not
 * corroborate and that are not stored yet. `before` are the stored bars before them. The previous close counts only if
 * the bars are at most `maxStepMs` apart, as markets may open far from their last close.
 */
export function filterOutliers(
  before: BarColumns,
  incoming: BarColumns,
  maxStepMs: number,
  { after = NO_BARS, stored = NO_BARS }: Known = {},
): { accepted: BarColumns; outliers: BarColumns } {
  const all = concatColumns([incoming, sliceColumns(after, 0, Math.min(1, after.length))]);
  const usual = createUsualRange();
  const recent = sliceColumns(before, Math.max(0, before.length - COMPARED_BARS), before.length);
  let last = { time: Number.NEGATIVE_INFINITY, close: Number.NaN };
  const closeBefore = ({ time }: BarColumns, i: number) =>
    (time[i] ?? 0) - last.time <= maxStepMs ? last.close : Number.NaN;
  const goOn = ({ time, close }: BarColumns, i: number) => {
    last = { time: time[i] ?? Number.NEGATIVE_INFINITY, close: close[i] ?? Number.NaN };
  };
  for (let i = 0; i < recent.length; i++) {
    if (i > 0) usual.add(rangeAt(recent, i, closeBefore(recent, i)));
    goOn(recent, i);
  }
  const outliers: number[] = [];
  for (let i = 0; i < incoming.length; i++) {
    const close = closeBefore(incoming, i);
    const range = rangeAt(incoming, i, close);
    const median = usual.exceededBy(range);
    const isAccepted =
      median === null ||
      isCorroboratedByNext(all, i, close, median) ||
      isStored(stored, incoming, i);
    if (!isAccepted) {
      outliers.push(i);
      continue;
    }
    usual.add(range);
    goOn(incoming, i);
  }
  if (outliers.length === 0) return { accepted: incoming, outliers: NO_BARS };
  const isOutlier = new Set(outliers);
  return {
    accepted: pickBars(incoming, (i) => !isOutlier.has(i)),
    outliers: pickBars(incoming, (i) => isOutlier.has(i)),
  };
}
