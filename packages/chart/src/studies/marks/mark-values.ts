import {
  type Columns,
  computeMarks,
  createMarks,
  type LiveMarks,
  type SignalMark,
  type StudyInputs,
  sliceColumns,
} from '@moneytrail/indicators';
import { createSegments, TAIL_BARS } from '../segments.ts';

/** No mark looks back further, with any inputs. */
const LOOK_BACK_BARS = 256;

export type MarkValues = ReturnType<typeof createMarkValues>;

/** The marks of the chart's bars, computed for visible bars like study values. The first `closedCount` bars are closed. */
export function createMarkValues(inputs: StudyInputs, columns: Columns, closedCount: number) {
  let tailStart = Math.max(0, columns.length - TAIL_BARS - LOOK_BACK_BARS);
  const isWhole = tailStart === 0;
  const lead = isWhole ? 0 : LOOK_BACK_BARS;
  const segments = createSegments(tailStart + lead);
  const live: LiveMarks = createMarks(
    sliceColumns(columns, tailStart, columns.length),
    closedCount - tailStart,
    inputs,
  );
  /** Older marks in order. Their indexes count from the tail's first bar, so they are negative. */
  let older: SignalMark[] = [];
  const shifted = (mark: SignalMark, by: number) => ({ ...mark, index: mark.index + by });
  return {
    /** Marks on the bars `from` … `to − 1`, in order. */
    between(from: number, to: number): SignalMark[] {
      const isBetween = ({ index }: SignalMark) =>
        index >= from - tailStart && index < to - tailStart;
      const tail = live.marks.filter((mark) => mark.index >= lead && isBetween(mark));
      return [...older.filter(isBetween), ...tail].map((mark) => shifted(mark, tailStart));
    },
    /** The first `count` bars are final now. */
    close(now: Columns, count: number): void {
      live.barClosed(sliceColumns(now, tailStart, now.length), count - tailStart);
    },
    /** `count` bars were put before the first one; false where the marks must restart. */
    prepend(count: number): boolean {
      if (isWhole) return false;
      segments.prepend(count, LOOK_BACK_BARS);
      tailStart += count;
      return true;
    },
    cover(now: Columns, from: number, to: number): void {
      for (const span of segments.take({ start: from, end: to })) {
        const start = Math.max(0, span.start - LOOK_BACK_BARS);
        const isInSpan = ({ index }: SignalMark) =>
          index >= span.start - tailStart && index < span.end - tailStart;
        const marks = computeMarks(sliceColumns(now, start, span.end), inputs)
          .map((mark) => shifted(mark, start - tailStart))
          .filter(isInSpan);
        // Bars with new bars before them are computed again.
        older = [...older.filter((mark) => !isInSpan(mark)), ...marks];
        older.sort((a, b) => a.index - b.index);
      }
    },
  };
}
