import {
  type Columns,
  computeMarks,
  createMarks,
  type LiveMarks,
  type SignalMark,
  type StudyInputs,
  sliceColumns,
} from '@moneytrail/indicators';
import { createSegments, TAIL_BARS } from './segments.ts';

/** More bars than any mark looks back, whatever the inputs. */
const LOOK_BACK_BARS = 256;

/** The marks of the chart's bars, computed where they are in view, like the studies' values. */
export type MarkValues = {
  /** Marks on the bars `from` … `to − 1`, in their order. */
  between: (from: number, to: number) => SignalMark[];
  /** Bars up to `closedCount` are final now. */
  close: (columns: Columns, closedCount: number) => void;
  /** `count` bars were put before the first one; false where the marks have to be started anew for that. */
  prepend: (count: number) => boolean;
  cover: (columns: Columns, from: number, to: number) => void;
};

/** Starts with the newest bars, of which all before `closedCount` are closed. */
export function createMarkValues(
  inputs: StudyInputs,
  columns: Columns,
  closedCount: number,
): MarkValues {
  let tailStart = Math.max(0, columns.length - TAIL_BARS - LOOK_BACK_BARS);
  const isWhole = tailStart === 0;
  const lead = isWhole ? 0 : LOOK_BACK_BARS;
  const segments = createSegments(tailStart + lead);
  const live: LiveMarks = createMarks(
    sliceColumns(columns, tailStart, columns.length),
    closedCount - tailStart,
    inputs,
  );
  /** Older marks in their order; like those of the tail they are counted from the tail's first bar, so less than 0. */
  let older: SignalMark[] = [];
  const shifted = (mark: SignalMark, by: number) => ({ ...mark, index: mark.index + by });
  return {
    between(from, to) {
      const isBetween = ({ index }: SignalMark) =>
        index >= from - tailStart && index < to - tailStart;
      const tail = live.marks.filter((mark) => mark.index >= lead && isBetween(mark));
      return [...older.filter(isBetween), ...tail].map((mark) => shifted(mark, tailStart));
    },
    close(now, count) {
      live.barClosed(sliceColumns(now, tailStart, now.length), count - tailStart);
    },
    prepend(count) {
      if (isWhole) return false;
      segments.prepend(count, LOOK_BACK_BARS);
      tailStart += count;
      return true;
    },
    cover(now, from, to) {
      for (const span of segments.take({ start: from, end: to })) {
        const start = Math.max(0, span.start - LOOK_BACK_BARS);
        const isInSpan = ({ index }: SignalMark) =>
          index >= span.start - tailStart && index < span.end - tailStart;
        const marks = computeMarks(sliceColumns(now, start, span.end), inputs)
          .map((mark) => shifted(mark, start - tailStart))
          .filter(isInSpan);
        // Bars that have got older ones before them are computed once more.
        older = [...older.filter((mark) => !isInSpan(mark)), ...marks];
        older.sort((a, b) => a.index - b.index);
      }
    },
  };
}
