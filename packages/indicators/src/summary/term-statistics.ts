import type { Columns } from '../columns/columns.ts';
import { valueAt } from '../columns/value-at.ts';

/** What happened over the long-term window; every number NaN while there are fewer bars. */
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
export function termStatistics(
  columns: Columns,
  closedCount: number,
  length: number,
): TermStatistics {
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

/** NaN of no values. */
function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
