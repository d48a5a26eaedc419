import type { Columns } from '../columns/columns.ts';
import type { StudyInputs } from '../inputs/study-inputs.ts';
import { inChunks } from '../windows/chunk.ts';
import { BreakoutWindow, type BrokenLine } from './breakout-window.ts';
import type { MarkSide } from './signal-mark.ts';

/** Bars that the average range before a breakout looks at, and the two of the breakout itself. */
const RANGE_BARS = 5 + 2;

/**
 * Which lines of the combo the price of a marked bar passed by more than the buffer, by the rule that makes marks:
 * the short one first, both for a strong mark. Empty where the bar breaks none, as after a correction by the vendor.
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
