import {
  type Columns,
  computeMarks,
  createMarks,
  type LiveMarks,
  type SignalMark,
  type StudyInputs,
} from '@moneytrail/indicators';
import { viewOf } from './columns-view.ts';
import { createSegments, TAIL_BARS } from './segments.ts';

/** More bars than any mark looks back, whatever the inputs. */
const LOOK_BACK_BARS = 256;

/** The marks of the chart's bars, computed where they are in view, like the studies' values. */
export type MarkValues = {
  /** Marks on the bars `from` … `to − 1`, in their order. */
  between: (from: number, to: number) => SignalMark[];
  /** Bars up to `closedCount` are final now. */
  close: (columns: Columns, closedCount: number) => void;
  cover: (columns: Columns, from: number, to: number) => void;
};

function shifted(marks: readonly SignalMark[], by: number): SignalMark[] {
  return marks.map((mark) => ({ ...mark, index: mark.index + by }));
}

/** Starts with the newest bars, of which all before `closedCount` are closed. */
export function createMarkValues(
  inputs: StudyInputs,
  columns: Columns,
  closedCount: number,
): MarkValues {
  const tailStart = Math.max(0, columns.length - TAIL_BARS - LOOK_BACK_BARS);
  const tailFrom = tailStart === 0 ? 0 : tailStart + LOOK_BACK_BARS;
  const segments = createSegments(tailFrom);
  const live: LiveMarks = createMarks(
    viewOf(columns, tailStart, columns.length),
    closedCount - tailStart,
    inputs,
  );
  let older: SignalMark[] = [];
  return {
    between(from, to) {
      const isBetween = ({ index }: SignalMark) => index >= from && index < to;
      const tail = shifted(live.marks, tailStart).filter(({ index }) => index >= tailFrom);
      return [...older, ...tail].filter(isBetween);
    },
    close(now, count) {
      live.barClosed(viewOf(now, tailStart, now.length), count - tailStart);
    },
    cover(now, from, to) {
      for (const span of segments.take({ start: from, end: to })) {
        const start = Math.max(0, span.start - LOOK_BACK_BARS);
        const marks = shifted(computeMarks(viewOf(now, start, span.end), inputs), start);
        older.push(...marks.filter(({ index }) => index >= span.start));
        older = older.sort((a, b) => a.index - b.index);
      }
    },
  };
}
