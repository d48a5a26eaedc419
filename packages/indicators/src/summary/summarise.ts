import type { Columns } from '../columns/columns.ts';
import { valueAt } from '../columns/value-at.ts';
import type { StudyInputs } from '../inputs/study-inputs.ts';
import { computeStudies } from '../studies/compute-study.ts';
import { type DepthRow, type LevelName, levelDepth } from './level-depth.ts';
import { type TermStatistics, termStatistics } from './term-statistics.ts';

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

/** The numbers of the summary panel, all of closed bars, NaN where undefined. */
export type Summary = TermStatistics & {
  readonly barCount: number;
  /** Close of the last closed bar. */
  readonly currentPrice: number;
  /** Time of the last closed bar. */
  readonly currentPriceTime: number;
  /** Close of the closed bar before. */
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
 * The summary at the last of `closedCount` bars, from the same functions that the chart draws with. Throws an
 * InputError like `computeStudy`.
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
