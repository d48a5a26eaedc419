import type { Columns } from '../columns/columns.ts';
import { sourceReader } from '../columns/price-source.ts';
import { valueAt } from '../columns/value-at.ts';
import { checkInputs } from '../inputs/check-inputs.ts';
import type { StudyInputs } from '../inputs/study-inputs.ts';

/** The four levels, in the order of the chart from top to bottom. */
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
 * What stands behind a level at the last of `closedCount` bars: for a resistance the bars of its window whose
 * source price nothing newer reaches (for a support, undercuts or equals). Newest first; the last row is the
 * present level. No rows while the window is not full.
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
