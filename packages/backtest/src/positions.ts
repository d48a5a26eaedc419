import { inputsOf, type StudyValues } from '@moneytrail/alerts';
import type { ExitReason, TradingRule } from '@moneytrail/contract';
import { type Columns, valueAt } from '@moneytrail/indicators';
import { averageRange } from './average-range.ts';
import { firstReach, nextIndex } from './first-reach.ts';
import type { RuleSeries } from './rule-series.ts';

/** 1 for a long, −1 for a short. */
export type Sign = 1 | -1;

/** The end of a position at the open of a bar or within it. */
export type Exit = {
  readonly kind: 'exit';
  /** The exit's bar. */
  readonly bar: number;
  readonly price: number;
  readonly reason: ExitReason;
  /** At the open of its bar, so that nothing is held in it. */
  readonly isAtOpen: boolean;
  /** At an open beyond the stop, the target or the level. */
  readonly isGap: boolean;
  /** The stop and the target or level lie within the range of the bar. */
  readonly isSameBar: boolean;
};

/**
 * A position that ends, that the last bar leaves open, or that meets missing bars or a price that is not above zero at a
 * bar, so that it is left out.
 */
export type End = Exit | { readonly kind: 'open' } | { readonly kind: 'broken'; bar: number };

const OPEN: End = { kind: 'open' };

export type Positions = {
  /** Whether the open of a bar may be an entry: it is above zero, and its distances are known. */
  canEnter: (entry: number) => boolean;
  /** The distance of the stop from the price of an entry; NaN without a stop. */
  stopDistance: (entry: number) => number;
  endOf: (sign: Sign, entry: number) => End;
};

/** Each bar that breaks positions: bars are missing before it, or it has a price that is not above zero. */
function nextBreak({ columns, holes }: RuleSeries): Int32Array {
  const afterHole = new Set(holes);
  return nextIndex(
    columns.length,
    (index) => afterHole.has(index) || !(valueAt(columns.low, index) > 0),
  );
}

/** The levels on the far side of a position, by the last close, and the bars that reach them. */
type FarLevel = { readonly values: Float64Array; readonly next: Int32Array };

function farLevel(
  rule: TradingRule,
  columns: Columns,
  studies: StudyValues,
  sign: Sign,
): FarLevel | null {
  if (rule.exit.level === null) return null;
  const study = `${rule.exit.level}Levels`;
  const output = sign === 1 ? 'resistance' : 'support';
  const values = studies.output(study, output, inputsOf(study, {}));
  const extreme = sign === 1 ? columns.high : columns.low;
  const next = nextIndex(columns.length, (index) => {
    const level = valueAt(values, index - 1);
    const isFar = sign * (level - valueAt(columns.close, index - 1)) > 0;
    return isFar && sign * (valueAt(extreme, index) - level) >= 0;
  });
  return { values, next };
}

/** The prices of the stop, the target and the level that a bar reaches; NaN for those that it does not. */
type Reached = { readonly stop: number; readonly target: number; readonly level: number };

/** The exit in a bar that reaches at least one bound. `first` is its open; null in the entry's bar, whose open is the entry. */
function exitIn(
  bar: number,
  { stop, target, level }: Reached,
  { sign, first }: { sign: Sign; first: number | null },
): Exit {
  // The nearer one is reached before the other; with NaN for one of them the other is.
  const isLevelFirst = Number.isNaN(target) || sign * (level - target) <= 0;
  const gain = isLevelFirst
    ? ({ price: level, reason: 'level' } as const)
    : ({ price: target, reason: 'target' } as const);
  if (first !== null) {
    // The open is the first price of the bar; nothing beyond it was to be had.
    const isStopped = sign * (stop - first) >= 0;
    if (isStopped || sign * (first - gain.price) >= 0) {
      const { price, reason } = isStopped ? ({ price: stop, reason: 'stop' } as const) : gain;
      const exit = { bar, price: first, reason, isGap: price !== first } as const;
      return { kind: 'exit', ...exit, isAtOpen: true, isSameBar: false };
    }
  }
  const isSameBar = !Number.isNaN(stop) && !Number.isNaN(gain.price);
  const hit = Number.isNaN(stop) ? gain : ({ price: stop, reason: 'stop' } as const);
  return { kind: 'exit', bar, ...hit, isAtOpen: false, isGap: false, isSameBar };
}

/**
 * Finds the end of a position from any bar. An end depends on no later bar than its own, so that it is the same in every
 * longer series.
 */
export function positionsOf(
  rule: TradingRule,
  series: RuleSeries,
  { signals, studies }: { signals: Int8Array; studies: StudyValues },
): Positions {
  const { columns } = series;
  const { length, open } = columns;
  const { stop, target, bars, isOpposite } = rule.exit;
  const broken = nextBreak(series);
  const isRanged = stop?.unit === 'atr' || target?.unit === 'atr';
  const ranges = isRanged ? averageRange(columns) : null;
  const above = firstReach(columns.high, length, 1);
  const below = firstReach(columns.low, length, -1);
  const sides = {
    long: {
      adverse: below,
      favourable: above,
      opposite: nextIndex(length, (index) => signals[index] === -1),
      level: farLevel(rule, columns, studies, 1),
    },
    short: {
      adverse: above,
      favourable: below,
      opposite: nextIndex(length, (index) => signals[index] === 1),
      level: farLevel(rule, columns, studies, -1),
    },
  };

  const distanceOf = (distance: typeof stop, entry: number): number => {
    if (!distance) return Number.NaN;
    return distance.unit === 'percent'
      ? (distance.size / 100) * valueAt(open, entry)
      : distance.size * (ranges ? valueAt(ranges, entry - 1) : Number.NaN);
  };

  /** The first bar at whose open a position is left by its time or the opposite entry; `length` if there is none. */
  const leavesAt = (entry: number, opposite: Int32Array): { bar: number; reason: ExitReason } => {
    const reversal = isOpposite ? Number(opposite[entry]) + 1 : length;
    const timed = bars === null ? length : entry + bars;
    // At one open, the reversal is the reason: it was given at the close before.
    return reversal <= timed
      ? { bar: Math.min(reversal, length), reason: 'opposite' }
      : { bar: Math.min(timed, length), reason: 'bars' };
  };

  const levelBar = (level: FarLevel | null, sign: Sign, entry: number): number => {
    if (!level) return length;
    const bar = Number(level.next[entry]);
    // A level that the entry's open has passed is not on the far side.
    const isPassed = sign * (valueAt(level.values, entry - 1) - valueAt(open, entry)) <= 0;
    return bar === entry && isPassed ? Number(level.next[entry + 1]) : bar;
  };

  const exitAtOpen = (leaves: { bar: number; reason: ExitReason }): Exit | null => {
    if (leaves.bar === length) return null;
    const exit = { ...leaves, price: valueAt(open, leaves.bar) };
    return { kind: 'exit', ...exit, isAtOpen: true, isGap: false, isSameBar: false };
  };

  const exitOf = (sign: Sign, entry: number): Exit | null => {
    const { adverse, favourable, opposite, level } = sign === 1 ? sides.long : sides.short;
    const price = valueAt(open, entry);
    const leaves = leavesAt(entry, opposite);
    const stopPrice = price - sign * distanceOf(stop, entry);
    const targetPrice = price + sign * distanceOf(target, entry);
    let bar = leaves.bar;
    const stopBar = stop ? adverse(stopPrice, entry, bar) : bar;
    bar = Math.min(bar, stopBar);
    const levelAt = levelBar(level, sign, entry);
    if (levelAt < leaves.bar) bar = Math.min(bar, levelAt);
    // A target in the bar of the stop counts as one that came second.
    const targetBar = target
      ? favourable(targetPrice, entry, Math.min(bar + 1, leaves.bar))
      : leaves.bar;
    bar = Math.min(bar, targetBar);

    if (bar === leaves.bar) return exitAtOpen(leaves);
    const bounds = {
      stop: stopBar === bar ? stopPrice : Number.NaN,
      target: targetBar === bar ? targetPrice : Number.NaN,
      level: level && levelAt === bar ? valueAt(level.values, bar - 1) : Number.NaN,
    };
    return exitIn(bar, bounds, { sign, first: bar > entry ? valueAt(open, bar) : null });
  };

  return {
    canEnter: (entry) =>
      valueAt(open, entry) > 0 &&
      [stop, target].every((one) => one === null || distanceOf(one, entry) > 0),
    stopDistance: (entry) => distanceOf(stop, entry),
    endOf: (sign, entry) => {
      const bar = Number(broken[entry]);
      const exit = exitOf(sign, entry);
      if (bar < length && (exit === null || bar <= exit.bar)) return { kind: 'broken', bar };
      return exit ?? OPEN;
    },
  };
}
