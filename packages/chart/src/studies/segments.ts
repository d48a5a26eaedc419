/** Bars that are computed together when one of them comes into view. */
const SEGMENT_BARS = 2_048;
/** The newest bars, computed at once and followed by ticks. */
export const TAIL_BARS = 256;

/** Bars `start` … `end − 1`. */
export type BarSpan = { start: number; end: number };

/** Which parts of the bars before the tail have been computed. They are counted from the tail back, where bars are added. */
export type Segments = {
  /** The parts of a span that have not been computed yet; from now on they count as computed. */
  take: (span: BarSpan) => BarSpan[];
  /**
   * So many bars were put before the first one. What was computed of the `needed` oldest ones before that had too few
   * bars before it and counts as not computed.
   */
  prepend: (count: number, needed: number) => void;
};

/** @param tail first bar of the tail, which is computed by other means */
export function createSegments(tail: number): Segments {
  let end = tail;
  const taken = new Set<number>();
  /** Segments of bars before the tail: the newest is 0. */
  const segmentOf = (index: number) => Math.floor((end - 1 - index) / SEGMENT_BARS);
  return {
    take(span) {
      const found: BarSpan[] = [];
      const start = Math.max(0, span.start);
      const stop = Math.min(span.end, end);
      if (start >= stop) return found;
      for (let n = segmentOf(start); n >= segmentOf(stop - 1); n--) {
        if (taken.has(n)) continue;
        taken.add(n);
        found.push({
          start: Math.max(0, end - (n + 1) * SEGMENT_BARS),
          end: end - n * SEGMENT_BARS,
        });
      }
      return found;
    },
    prepend(count, needed) {
      for (let n = segmentOf(0); n >= Math.max(0, segmentOf(needed)); n--) taken.delete(n);
      end += count;
    },
  };
}
