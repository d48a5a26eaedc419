import type { MarkSide } from '../marks/breakout-window.ts';
import {
  drawnMedian,
  percentileInterval,
  placed,
  placedInSteps,
  resampleMedians,
  seededRandom,
} from './block-bootstrap.ts';
import { medianInterval, medianOf } from './median-interval.ts';
import {
  entryOf,
  holesUntil,
  type NoOutcome,
  OUTCOME_HORIZONS,
  type Outcome,
  outcomeAfter,
  type PublishedMark,
  type RecordSeries,
  riseAfter,
  type Stretch,
  whyNot,
} from './outcomes.ts';
import { LEAST_BLOCKS, widened, widening } from './widening.ts';
import { wilsonInterval } from './wilson-interval.ts';

/** With fewer trials, only their number is given. */
export const LEAST_TRIALS = 30;
/** Nor are there figures with fewer trials whose horizons do not overlap: intervals were too narrow in simulations. */
export const LEAST_APART = 20;
/** Every interval that is given. */
const CONFIDENCE = 0.95;
/** A difference counts if it is outside this interval: one of the five horizons then errs in some 5 % of records (Bonferroni). */
const FAMILY_CONFIDENCE = 0.99;
const DRAWS = 599;
/** Marks and other bars between two steps. */
const MARKS_A_STEP = 32;
const BARS_A_STEP = 512;

export type Interval = { readonly low: number; readonly high: number };

/** Figures of the trials of one horizon, moves in percent with the sign of their side. */
export type OutcomeFigures = {
  readonly median: number;
  readonly interval: Interval;
  /** The order statistics if no horizons overlap; else the block bootstrap. */
  readonly method: 'orderStatistics' | 'blockBootstrap';
  /** The share of moves above zero, 0 … 1, and its interval from the trials that are apart. */
  readonly shareAbove: number;
  readonly shareInterval: Interval;
  /** Medians of the largest moves in favour and against. */
  readonly favourable: number;
  readonly adverse: number;
  /** The other bars of the span: their number, the median move after them, the share above zero. */
  readonly others: { readonly bars: number; readonly median: number; readonly shareAbove: number };
  /** The median after marks less that after other bars. */
  readonly difference: number;
  readonly differenceInterval: Interval;
  /** Better or worse only if the difference is beyond chance with all horizons looked at. */
  readonly finding: 'better' | 'worse' | 'unproven';
};

/** The outcomes within a number of bars. */
export type HorizonOutcomes = {
  readonly bars: number;
  readonly trials: number;
  /** The most trials, from the oldest on, whose horizons do not overlap. */
  readonly apart: number;
  /** Marks without an outcome, by reason. */
  readonly left: Readonly<Record<NoOutcome, number>>;
  /** Null with too few trials. */
  readonly figures: OutcomeFigures | null;
};

/** The outcomes of one mark. */
export type MarkOutcome<Mark extends PublishedMark> = {
  readonly mark: Mark;
  /** The index of the entry's bar; null if it has not closed yet. */
  readonly entry: number | null;
  /** One for each horizon. */
  readonly outcomes: readonly (Outcome | NoOutcome)[];
};

export type OutcomeRecord<Mark extends PublishedMark> = {
  readonly marks: readonly MarkOutcome<Mark>[];
  /** Marks whose bar is not among the columns any more. */
  readonly withoutBar: number;
  readonly horizons: readonly HorizonOutcomes[];
};

/** Bars that could have had a mark; the bar after each is the entry of a trial to compare with. */
export type IsEligible = (index: number) => boolean;

/**
 * The outcomes of marks from their entries on, and of all other bars of the same span. Marks may come in any order; the
 * result has them oldest first. A longer series never changes an outcome. Yields after each resample, and between some
 * marks or bars, so that the caller can pause. See docs/record.md for the method and its limits.
 */
export function* outcomeRecord<Mark extends PublishedMark>(
  series: RecordSeries,
  marks: readonly Mark[],
  isEligible: IsEligible,
): Generator<void, OutcomeRecord<Mark>> {
  const until = holesUntil(series);
  const known = marks.toSorted((a, b) => a.time - b.time);
  const found: MarkOutcome<Mark>[] = [];
  const entered: Entered[] = [];
  let withoutBar = 0;
  for (const [index, mark] of known.entries()) {
    if (index % MARKS_A_STEP === 0) yield;
    const place = entryOf(series, mark);
    if (place === null) {
      withoutBar += 1;
      continue;
    }
    const { own, entry } = place;
    const outcomes = OUTCOME_HORIZONS.map((bars) => {
      const stretch = { from: own, entry, bars };
      return whyNot(series, until, stretch) ?? outcomeAfter(series.columns, mark.side, stretch);
    });
    const isEntered = entry < series.columns.length;
    found.push({ mark, entry: isEntered ? entry : null, outcomes });
    entered.push({ side: mark.side, entry, outcomes });
  }
  entered.sort((a, b) => a.entry - b.entry);
  const horizons: HorizonOutcomes[] = [];
  for (const place of OUTCOME_HORIZONS.keys()) {
    horizons.push(yield* horizonOutcomes({ series, until, isEligible, entered }, place));
  }
  return { marks: found, withoutBar, horizons };
}

type Entered = { side: MarkSide; entry: number; outcomes: readonly (Outcome | NoOutcome)[] };

type Trial = Outcome & { side: MarkSide; entry: number };

type Given = {
  series: RecordSeries;
  until: Int32Array;
  isEligible: IsEligible;
  /** By entry. */
  entered: readonly Entered[];
};

/** The number of trials that are left if each one within the horizon of the last one kept is dropped. */
function countApart(trials: readonly Trial[], bars: number): number {
  let count = 0;
  let freeFrom = Number.NEGATIVE_INFINITY;
  for (const { entry } of trials) {
    if (entry < freeFrom) continue;
    count += 1;
    freeFrom = entry + bars;
  }
  return count;
}

function* horizonOutcomes(given: Given, place: number): Generator<void, HorizonOutcomes> {
  const bars = OUTCOME_HORIZONS[place] ?? 1;
  const left = { unfinished: 0, expired: 0, broken: 0, unpriced: 0 };
  const trials: Trial[] = [];
  for (const { side, entry, outcomes } of given.entered) {
    const outcome = outcomes[place] ?? 'unfinished';
    if (typeof outcome === 'string') left[outcome] += 1;
    else trials.push({ ...outcome, side, entry });
  }
  const apart = countApart(trials, bars);
  const isEnough = trials.length >= LEAST_TRIALS && apart >= LEAST_APART;
  const figures = isEnough ? yield* figuresOf(given, { bars, trials, apart }) : null;
  return { bars, trials: trials.length, apart, left, figures };
}

/**
 * The moves after the bars that are no entry of a trial. With marks of both sides each counts with both signs, in the
 * proportion of the sides.
 */
function* otherMoves(given: Given, bars: number, trials: readonly Trial[]) {
  const { series, until, isEligible } = given;
  const { columns } = series;
  const taken = new Set(given.entered.map(({ entry }) => entry));
  const buys = trials.filter(({ side }) => side === 'buy').length / trials.length;
  const moves: { value: number; place: number; weight: number }[] = [];
  let count = 0;
  for (let entry = 1; entry + bars < columns.length; entry += 1) {
    if (entry % BARS_A_STEP === 0) yield;
    if (taken.has(entry) || !isEligible(entry - 1)) continue;
    const stretch: Stretch = { from: entry - 1, entry, bars };
    if (whyNot(series, until, stretch) !== null) continue;
    const rise = riseAfter(columns, entry, bars);
    count += 1;
    if (buys > 0) moves.push({ value: rise, place: entry, weight: buys });
    if (buys < 1) moves.push({ value: -rise, place: entry, weight: 1 - buys });
  }
  return { moves, count };
}

type Measured = { bars: number; trials: readonly Trial[]; apart: number };

function* figuresOf(
  given: Given,
  { bars, trials, apart }: Measured,
): Generator<void, OutcomeFigures | null> {
  const { moves, count } = yield* otherMoves(given, bars, trials);
  if (count < LEAST_TRIALS) return null;
  const first = Math.min(trials[0]?.entry ?? 0, moves[0]?.place ?? 0);
  const last = Math.max(trials.at(-1)?.entry ?? 0, moves.at(-1)?.place ?? 0);
  const axis = last - first + 1;
  const block = blockOf(axis, bars);
  const busy = new Set(trials.map(({ entry }) => Math.floor((entry - first) / block)));
  if (busy.size < LEAST_BLOCKS) return null;
  const others = yield* placedInSteps(
    moves.map(({ place, ...move }) => ({ ...move, place: place - first })),
  );
  const marked = placed(
    trials.map(({ move, entry }) => ({ value: move, place: entry - first, weight: 1 })),
  );
  const resampled = yield* resampleMedians(
    { axis, block, draws: DRAWS, random: seededRandom(bars) },
    { marked, others },
  );
  const isApart = apart === trials.length;
  // Without the widening, twice as many records of a few years claimed a difference by chance.
  const around = (ascending: Float64Array, estimate: number, confidence: 0.95 | 0.99) =>
    widened(
      percentileInterval(ascending, confidence),
      estimate,
      widening(busy.size, bars / block, confidence),
    );
  const median = medianOf(marked.value);
  const otherMedian = drawnMedian(others, new Int32Array(axis).fill(1));
  const { low, high } = isApart
    ? medianInterval(marked.value)
    : around(resampled.marked, median, CONFIDENCE);
  const shareAbove = marked.value.filter((move) => move > 0).length / trials.length;
  const difference = median - otherMedian;
  const beyond = around(resampled.difference, difference, FAMILY_CONFIDENCE);
  return {
    median,
    interval: { low, high },
    method: isApart ? 'orderStatistics' : 'blockBootstrap',
    shareAbove,
    shareInterval: wilsonInterval(shareAbove, apart),
    favourable: medianOf(ascending(trials, ({ favourable }) => favourable)),
    adverse: medianOf(ascending(trials, ({ adverse }) => adverse)),
    others: {
      bars: count,
      median: otherMedian,
      shareAbove:
        moves.reduce((sum, { value, weight }) => sum + (value > 0 ? weight : 0), 0) / count,
    },
    difference,
    differenceInterval: around(resampled.difference, difference, CONFIDENCE),
    finding: beyond.low > 0 ? 'better' : beyond.high < 0 ? 'worse' : 'unproven',
  };
}

/** Twice the horizon, so that most overlapping moves lie within a block; longer for short horizons in long spans. */
function blockOf(axis: number, bars: number): number {
  return Math.max(2 * bars, Math.ceil(Math.cbrt(axis)));
}

function ascending(trials: readonly Trial[], read: (trial: Trial) => number): Float64Array {
  return Float64Array.from(trials, read).sort();
}
