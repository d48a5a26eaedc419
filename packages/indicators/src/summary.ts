import { type Columns, valueAt } from './columns/columns.ts';
import { sourceReader } from './columns/price-source.ts';
import { checkInputs, type StudyInputs } from './inputs.ts';
import { computeStudies } from './studies/compute-study.ts';

/** The four levels in the order of the chart, top to bottom. */
export const LEVELS = [
  'longTermResistance',
  'shortTermResistance',
  'shortTermSupport',
  'longTermSupport',
] as const;

export type LevelName = (typeof LEVELS)[number];

/** A bar that is the level, or will be once the older rows have left the window. */
export type DepthRow = { readonly time: number; readonly value: number };

/**
 * The bars behind a level at the last of `closedCount` bars: for a resistance, the bars of its window whose source
 * price no newer bar reaches (for a support, undercuts or equals). Newest first; the last row is the present level.
 * Empty until the window is full.
 */
export function levelDepth(
  columns: Columns,
  request: {
    readonly level: LevelName;
    readonly inputs: StudyInputs;
    readonly closedCount?: number;
  },
): DepthRow[] {
  const { level, inputs, closedCount = columns.length } = request;
  const lengthInput = level.startsWith('long') ? 'longTermLength' : 'shortTermLength';
  checkInputs(inputs, ['source', lengthInput]);
  const windowStart = closedCount - inputs[lengthInput];
  if (windowStart < 0) return [];
  const read = sourceReader(inputs.source);
  const sign = level.endsWith('Resistance') ? 1 : -1;
  const rows: DepthRow[] = [];
  let furthest = Number.NEGATIVE_INFINITY;
  for (let index = closedCount - 1; index >= windowStart; index -= 1) {
    const value = read(columns, index);
    if (sign * value > furthest) {
      furthest = sign * value;
      rows.push({ time: valueAt(columns.time, index), value });
    }
  }
  return rows;
}

/** Statistics of the long-term window; all NaN if there are fewer bars. */
export type TermStatistics = {
  /** Last close minus first open. */
  readonly totalChange: number;
  readonly averageOpen: number;
  readonly averageClose: number;
  readonly highestHigh: number;
  readonly lowestLow: number;
  /** Standard deviation of the log returns between closes, in percent, not annualised. NaN where a close is ≤ 0. */
  readonly volatility: number;
};

/** Statistics of the last `length` of the first `closedCount` bars. */
function termStatistics(columns: Columns, closedCount: number, length: number): TermStatistics {
  const from = closedCount - length;
  const isFull = from >= 0;
  const window = (values: Float64Array) =>
    isFull ? values.subarray(from, closedCount) : new Float64Array(0);
  const open = window(columns.open);
  const close = window(columns.close);
  return {
    totalChange: valueAt(close, length - 1) - valueAt(open, 0),
    averageOpen: meanOf(open),
    averageClose: meanOf(close),
    highestHigh: isFull ? Math.max(...window(columns.high)) : Number.NaN,
    lowestLow: isFull ? Math.min(...window(columns.low)) : Number.NaN,
    volatility: volatilityOf(close),
  };
}

function volatilityOf(closes: Float64Array): number {
  if (closes.some((close) => !(close > 0))) return Number.NaN;
  const logs = closes.map(Math.log);
  const returns = logs.subarray(1).map((log, index) => log - valueAt(logs, index));
  const mean = meanOf(returns);
  return 100 * Math.sqrt(meanOf(returns.map((value) => (value - mean) ** 2)));
}

/** NaN for no values. */
function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The studies whose last values the panel shows. */
const SUMMARISED = [
  'shortTermLevels',
  'longTermLevels',
  'tightness',
  'liquiditySpread',
  'longShortPercentage',
  'deployment',
] as const;

/** A level with the bars behind it, newest first. */
export type SummaryLevel = { readonly value: number; readonly depth: readonly DepthRow[] };

/** The figures of the summary panel from closed bars, NaN if undefined. */
export type Summary = TermStatistics & {
  readonly barCount: number;
  /** Close of the last closed bar. */
  readonly currentPrice: number;
  /** Time of the last closed bar. */
  readonly currentPriceTime: number;
  /** Close of the closed bar before it. */
  readonly previousClose: number;
  readonly levels: Readonly<Record<LevelName, SummaryLevel>>;
  readonly shortTermTightness: number;
  readonly longTermTightness: number;
  readonly distanceToShortTermMin: number;
  readonly distanceToLongTermMin: number;
  readonly longShortPercentage: number;
  readonly deployment: number;
  readonly liquiditySpread: number;
};

/**
 * The summary at the last of `closedCount` bars, from the functions that the chart uses. Throws an InputError like
 * `computeStudy`.
 */
export function summarise(
  columns: Columns,
  inputs: StudyInputs,
  closedCount: number = columns.length,
): Summary {
  const closed = { ...columns, length: closedCount };
  const last = closedCount - 1;
  const level = (name: LevelName, values: Float64Array): SummaryLevel => ({
    value: valueAt(values, last),
    depth: levelDepth(closed, { level: name, inputs }),
  });
  const studies = computeStudies(SUMMARISED, closed, inputs);
  const { shortTermLevels: short, longTermLevels: long, tightness } = studies;
  return {
    barCount: closedCount,
    currentPrice: valueAt(closed.close, last),
    currentPriceTime: valueAt(closed.time, last),
    previousClose: valueAt(closed.close, last - 1),
    levels: {
      longTermResistance: level('longTermResistance', long.resistance),
      shortTermResistance: level('shortTermResistance', short.resistance),
      shortTermSupport: level('shortTermSupport', short.support),
      longTermSupport: level('longTermSupport', long.support),
    },
    shortTermTightness: valueAt(tightness.shortTerm, last),
    longTermTightness: valueAt(tightness.longTerm, last),
    distanceToShortTermMin: valueAt(tightness.distanceToShortTermMin, last),
    distanceToLongTermMin: valueAt(tightness.distanceToLongTermMin, last),
    longShortPercentage: valueAt(studies.longShortPercentage.percentage, last),
    deployment: valueAt(studies.deployment.deployment, last),
    liquiditySpread: valueAt(studies.liquiditySpread.spread, last),
    ...termStatistics(closed, closedCount, inputs.longTermLength),
  };
}
