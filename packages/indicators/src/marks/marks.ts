import type { Columns } from '../columns/columns.ts';
import { valueAt } from '../columns/value-at.ts';
import { checkInputs } from '../inputs/check-inputs.ts';
import type { StudyInputs } from '../inputs/study-inputs.ts';
import { combo } from '../studies/combo.ts';
import { barsUntilDeployment } from '../windows/deployment-window.ts';
import { BreakoutWindow } from './breakout-window.ts';
import type { MarkSide, SignalMark } from './signal-mark.ts';

/** Bars before a mark on which its side must not have broken out: a run of breakouts makes one mark. */
const QUIET_BARS = 5;

/** Marks that follow the closed bars. */
export type LiveMarks = {
  /** Oldest first; only ever added to. */
  readonly marks: readonly SignalMark[];
  /** Bars up to `closedCount` are closed and final now; any number may be new. O(1) amortised a bar. */
  readonly barClosed: (columns: Columns, closedCount: number) => void;
};

/** The marks of the first `closedCount` bars, oldest first. Throws an InputError like `computeStudy`. */
export function computeMarks(
  columns: Columns,
  inputs: StudyInputs,
  closedCount: number = columns.length,
): SignalMark[] {
  return [...createMarks(columns, closedCount, inputs).marks];
}

/** Marks of the bars closed so far, then of each that closes. A bar must not change after it was given as closed. */
export function createMarks(columns: Columns, closedCount: number, inputs: StudyInputs): LiveMarks {
  checkInputs(
    inputs,
    combo.inputs.map((field) => field.name),
  );
  const marks: SignalMark[] = [];
  const window = new BreakoutWindow(inputs);
  const firstIndex = firstMarkIndex(inputs);
  let nextIndex = 0;
  let lastBuy = Number.NEGATIVE_INFINITY;
  let lastSell = Number.NEGATIVE_INFINITY;

  const barClosed = (now: Columns, count: number): void => {
    for (; nextIndex < count; nextIndex += 1) {
      window.take(now, nextIndex);
      const mayMark = nextIndex >= firstIndex && window.previousRangeAverage > 0;
      if (window.isBuy) {
        if (mayMark && nextIndex - lastBuy > QUIET_BARS) {
          marks.push(markAt(now, nextIndex, 'buy', window));
        }
        lastBuy = nextIndex;
      }
      if (window.isSell) {
        if (mayMark && nextIndex - lastSell > QUIET_BARS) {
          marks.push(markAt(now, nextIndex, 'sell', window));
        }
        lastSell = nextIndex;
      }
    }
  };
  barClosed(columns, closedCount);
  return { marks, barClosed };
}

/** The first bar at which all that a mark reads is defined, whatever the bars. */
function firstMarkIndex(inputs: StudyInputs): number {
  const { length, comboShortRange, comboLongRange } = inputs;
  return Math.max(
    barsUntilDeployment(length) - 1 + QUIET_BARS,
    comboShortRange + QUIET_BARS,
    comboLongRange,
  );
}

function markAt(
  columns: Columns,
  index: number,
  side: MarkSide,
  window: BreakoutWindow,
): SignalMark {
  const offset = window.rangeAverage * offsetShare(valueAt(columns.close, index));
  return {
    index,
    time: valueAt(columns.time, index),
    side,
    strong: side === 'buy' ? window.isStrongBuy : window.isStrongSell,
    price:
      side === 'buy' ? valueAt(columns.low, index) - offset : valueAt(columns.high, index) + offset,
    offset,
  };
}

/** How many average ranges a mark stands off its bar: more where prices are higher. */
function offsetShare(close: number): number {
  if (close >= 10_000) return 1;
  return close >= 5_000 ? 0.75 : 0.5;
}
