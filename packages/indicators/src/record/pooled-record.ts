import { valueAt } from '../columns/columns.ts';
import {
  drawBlocks,
  drawnMedian,
  percentileInterval,
  placed,
  seededRandom,
} from './block-bootstrap.ts';
import { medianOf } from './median-interval.ts';
import { type Interval, LEAST_TRIALS } from './outcome-record.ts';
import {
  entryOf,
  holesUntil,
  type NoOutcome,
  type PublishedMark,
  type RecordSeries,
  riseAfter,
  type Stretch,
  whyNot,
} from './outcomes.ts';
import { LEAST_BLOCKS, widened, widening } from './widening.ts';

/** The bars after which a pooled record measures; chosen before any figure was known, and the only horizon. */
export const POOLED_BARS = 20;
/** Nor are there figures with fewer trials that share no time: with twenty, intervals of 95 % held 89 % in simulations. */
export const POOLED_APART = 30;
const DRAWS = 599;
const SEED = 1;
const WEEK_MS = 604_800_000;
/** 1970 began on a Thursday; weeks begin on Mondays. */
const FIRST_MONDAY_MS = 345_600_000;

/** Moves of other days are counted in classes of this many percentage points, around zero. */
const CLASS_POINTS = 0.02;
/** Moves beyond so many percent count in the outermost classes, which no median may lie in. */
const FURTHEST = 40;
const CLASSES = (2 * FURTHEST) / CLASS_POINTS + 1;

/** A move in percent with the sign of its mark, from the close of the entry to the close of the exit. */
type Trial = { readonly move: number; readonly entryMs: number; readonly exitMs: number };

export type PooledFigures = {
  /** The median move after marks in percent, positive in favour of the mark, with its 95 % interval. */
  readonly median: number;
  readonly interval: Interval;
  /** The median move after other days of the same series and sides, in the proportion of the trials. */
  readonly otherMedian: number;
  readonly difference: number;
  /** The 95 % interval. */
  readonly differenceInterval: Interval;
  /** Better or worse only if the 99 % interval of the difference does not contain zero. */
  readonly finding: 'better' | 'worse' | 'unproven';
};

export type PooledRecord = {
  readonly trials: number;
  /** Series with a trial. */
  readonly series: number;
  /** The first entry and the last exit of a trial; null without trials. */
  readonly span: { readonly fromMs: number; readonly toMs: number } | null;
  /** Trials, of all series together and from the oldest on, that share no time. */
  readonly apart: number;
  /** Null with fewer than `LEAST_TRIALS` trials or `POOLED_APART` apart, or without days to compare with. */
  readonly figures: PooledFigures | null;
};

type PooledSeries = {
  series: RecordSeries;
  marks: readonly PublishedMark[];
  /** Bars that could have had a mark. */
  isEligible: (index: number) => boolean;
};

export type PooledCounts = Readonly<Record<'trials' | NoOutcome | 'withoutBar', number>>;

/** Collects series, and measures the marks of all of them together. */
type Pool = {
  /** Adds the marks of one series and its other days. Returns the numbers of its trials and of its marks without an outcome. */
  readonly add: (given: PooledSeries) => PooledCounts;
  /** Yields after each resample, so that the caller can pause. */
  readonly record: () => Generator<void, PooledRecord>;
};

const weekOf = (ms: number) => Math.floor((ms - FIRST_MONDAY_MS) / WEEK_MS);

function classOf(move: number): number {
  const place = Math.round((move + FURTHEST) / CLASS_POINTS);
  return Math.min(CLASSES - 1, Math.max(0, place));
}

const sumOf = (weights: Float64Array) => weights.reduce((sum, weight) => sum + weight, 0);

/** The class in which a share of the weight is reached. */
function classAt(weights: Float64Array, share: number): number {
  const wanted = share * sumOf(weights);
  let below = 0;
  let place = 0;
  for (; place < CLASSES - 1; place += 1) {
    below += valueAt(weights, place);
    // Sums of fractions may miss the half by their rounding.
    if (below > 0 && below >= wanted * (1 - 1e-9)) break;
  }
  return place;
}

/** The other days of a week: their weights in the middle classes, and those in all classes below and above. */
type Week = { place: number; middle: Float64Array; below: number; above: number };

/** Medians of drawn weeks lie in the middle: only the classes with the middle nine tenths of all weight are told apart. */
type Others = { weeks: readonly Week[]; from: number; sums: Float64Array };

function othersOf(rows: ReadonlyMap<number, Float64Array>, firstWeek: number): Others {
  const total = new Float64Array(CLASSES);
  for (const weights of rows.values()) {
    for (const [place, weight] of weights.entries()) total[place] = valueAt(total, place) + weight;
  }
  const [from, to] = [classAt(total, 0.05), classAt(total, 0.95) + 1];
  const weeks = [...rows].map(([week, weights]) => ({
    place: week - firstWeek,
    middle: weights.slice(from, to),
    below: sumOf(weights.subarray(0, from)),
    above: sumOf(weights.subarray(to)),
  }));
  return { weeks, from, sums: new Float64Array(to - from) };
}

/** The median of the other days of drawn weeks: the middle of its class. NaN if it is not told apart from others. */
function drawnOtherMedian({ weeks, from, sums }: Others, drawn: Int32Array): number {
  sums.fill(0);
  let [below, above] = [0, 0];
  for (const { place, middle, ...outside } of weeks) {
    const times = Number(drawn[place]);
    if (times === 0) continue;
    below += times * outside.below;
    above += times * outside.above;
    for (let each = 0; each < sums.length; each += 1) {
      sums[each] = Number(sums[each]) + times * Number(middle[each]);
    }
  }
  const half = (below + above + sumOf(sums)) / 2;
  if (half === 0 || below >= half) return Number.NaN;
  for (const [each, weight] of sums.entries()) {
    below += weight;
    const place = from + each;
    // Sums of fractions may miss the half by their rounding.
    if (below < half * (1 - 1e-9)) continue;
    return place === 0 || place === CLASSES - 1 ? Number.NaN : place * CLASS_POINTS - FURTHEST;
  }
  return Number.NaN;
}

/** The number of trials that are left if each one that begins before the end of the last one kept is dropped. */
function countApart(trials: readonly Trial[]): number {
  let count = 0;
  let freeFromMs = Number.NEGATIVE_INFINITY;
  for (const { entryMs, exitMs } of trials) {
    if (entryMs < freeFromMs) continue;
    count += 1;
    freeFromMs = exitMs;
  }
  return count;
}

/**
 * Starts a pool. Marks of several series on the same days are not independent, and one bad week may hold a hundred of
 * them. Calendar weeks are therefore drawn with all marks and all other days of all series in them, in a circular moving
 * block bootstrap; intervals are widened for few blocks. See docs/record.md.
 */
export function createPool(): Pool {
  const trials: Trial[] = [];
  /** The weights of other days by week and class. */
  const weeks = new Map<number, Float64Array>();
  let [seriesCount, otherCount] = [0, 0];

  function addOther(week: number, move: number, weight: number): void {
    let row = weeks.get(week);
    if (!row) {
      row = new Float64Array(CLASSES);
      weeks.set(week, row);
    }
    const place = classOf(move);
    row[place] = valueAt(row, place) + weight;
  }

  function addOthers(
    { series, isEligible }: PooledSeries,
    until: Int32Array,
    { entries, buys, sells }: { entries: ReadonlySet<number>; buys: number; sells: number },
  ): void {
    const places: number[] = [];
    for (let entry = 1; entry + POOLED_BARS < series.columns.length; entry += 1) {
      if (entries.has(entry) || !isEligible(entry - 1)) continue;
      const stretch: Stretch = { from: entry - 1, entry, bars: POOLED_BARS };
      if (whyNot(series, until, stretch) === null) places.push(entry);
    }
    for (const entry of places) {
      const rise = riseAfter(series.columns, entry, POOLED_BARS);
      const week = weekOf(series.closesAtMs(entry));
      if (buys > 0) addOther(week, rise, buys / places.length);
      if (sells > 0) addOther(week, -rise, sells / places.length);
    }
    otherCount += places.length;
  }

  function add(given: PooledSeries): PooledCounts {
    const { series, marks } = given;
    const left = { unfinished: 0, expired: 0, broken: 0, unpriced: 0, withoutBar: 0 };
    const until = holesUntil(series);
    const entries = new Set<number>();
    const counts = { buy: 0, sell: 0 };
    for (const mark of marks) {
      const place = entryOf(series, mark);
      if (place === null) {
        left.withoutBar += 1;
        continue;
      }
      const { own, entry } = place;
      entries.add(entry);
      const reason = whyNot(series, until, { from: own, entry, bars: POOLED_BARS });
      if (reason !== null) {
        left[reason] += 1;
        continue;
      }
      counts[mark.side] += 1;
      const rise = riseAfter(series.columns, entry, POOLED_BARS);
      trials.push({
        move: mark.side === 'buy' ? rise : -rise,
        entryMs: series.closesAtMs(entry),
        exitMs: series.closesAtMs(entry + POOLED_BARS),
      });
    }
    const own = counts.buy + counts.sell;
    if (own > 0) {
      seriesCount += 1;
      addOthers(given, until, { entries, buys: counts.buy, sells: counts.sell });
    }
    return { trials: own, ...left };
  }

  function* record(): Generator<void, PooledRecord> {
    trials.sort((a, b) => a.entryMs - b.entryMs);
    const apart = countApart(trials);
    const fromMs = trials[0]?.entryMs;
    const toMs = trials.reduce((last, { exitMs }) => Math.max(last, exitMs), 0);
    const isEnough =
      trials.length >= LEAST_TRIALS && apart >= POOLED_APART && otherCount >= LEAST_TRIALS;
    return {
      trials: trials.length,
      series: seriesCount,
      span: fromMs === undefined ? null : { fromMs, toMs },
      apart,
      figures: isEnough ? yield* figuresOf(trials, weeks) : null,
    };
  }
  return { add, record };
}

/** Blocks of weeks for these trials: twice as long as a horizon, and longer in long spans. */
function blocksOf(trials: readonly Trial[], first: number, axis: number) {
  const heldMs = trials.reduce((sum, { entryMs, exitMs }) => sum + exitMs - entryMs, 0);
  const heldWeeks = heldMs / trials.length / WEEK_MS;
  const block = Math.max(Math.ceil(2 * heldWeeks), Math.ceil(Math.cbrt(axis)));
  const busy = new Set(trials.map(({ entryMs }) => Math.floor((weekOf(entryMs) - first) / block)));
  return { block, blocks: busy.size, heldShare: heldWeeks / block };
}

/** `trials` are oldest first. */
function* figuresOf(
  trials: readonly Trial[],
  weeks: ReadonlyMap<number, Float64Array>,
): Generator<void, PooledFigures | null> {
  const known = [...weeks.keys(), ...trials.map(({ entryMs }) => weekOf(entryMs))];
  const first = known.reduce((least, week) => Math.min(least, week), Number.POSITIVE_INFINITY);
  const last = known.reduce((most, week) => Math.max(most, week), Number.NEGATIVE_INFINITY);
  const axis = last - first + 1;
  const { block, blocks, heldShare } = blocksOf(trials, first, axis);
  if (blocks < LEAST_BLOCKS) return null;
  const marked = placed(
    trials.map(({ move, entryMs }) => ({ value: move, place: weekOf(entryMs) - first, weight: 1 })),
  );
  const others = othersOf(weeks, first);
  const median = medianOf(marked.value);
  const otherMedian = drawnOtherMedian(others, new Int32Array(axis).fill(1));
  if (Number.isNaN(otherMedian)) return null;

  const random = seededRandom(SEED);
  const drawn = new Int32Array(axis);
  const medians = new Float64Array(DRAWS);
  const differences = new Float64Array(DRAWS);
  for (let done = 0; done < DRAWS; ) {
    drawBlocks(drawn, Math.min(block, axis), random);
    const own = drawnMedian(marked, drawn);
    const other = drawnOtherMedian(others, drawn);
    yield;
    // A draw without a trial says nothing, and is repeated.
    if (Number.isNaN(own) || Number.isNaN(other)) continue;
    medians[done] = own;
    differences[done] = own - other;
    done += 1;
  }
  medians.sort();
  differences.sort();
  const difference = median - otherMedian;
  const around = (ascending: Float64Array, estimate: number, confidence: 0.95 | 0.99) =>
    widened(
      percentileInterval(ascending, confidence),
      estimate,
      widening(blocks, heldShare, confidence),
    );
  const beyond = around(differences, difference, 0.99);
  return {
    median,
    interval: around(medians, median, 0.95),
    otherMedian,
    difference,
    differenceInterval: around(differences, difference, 0.95),
    finding: beyond.low > 0 ? 'better' : beyond.high < 0 ? 'worse' : 'unproven',
  };
}
