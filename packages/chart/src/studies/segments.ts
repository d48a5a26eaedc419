/** Number of bars computed together when one of them comes into view. */
const SEGMENT_BARS = 2_048;
/** Number of newest bars, which are computed at once and followed by ticks. */
export const TAIL_BARS = 256;

/** Bars `start` … `end − 1`. */
export type BarSpan = { start: number; end: number };

export type Segments = ReturnType<typeof createSegments>;

/**
 * Remembers which bars before the tail have been computed. Segments are counted from the tail back, as bars are added there.
 *
 * @param tail first bar of the tail, which is computed separately
 */
export function createSegments(tail: number) {
  let end = tail;
  const taken = new Set<number>();
  /** The newest segment is 0. */
  const segmentOf = (index: number) => Math.floor((end - 1 - index) / SEGMENT_BARS);
  return {
    /** The parts of a span that have not been computed; from now on they count as computed. */
    take(span: BarSpan): BarSpan[] {
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
    /**
     * Bars were put before the first one. The `needed` formerly oldest bars had too few bars before them and count as not
     * computed.
     */
    prepend(count: number, needed: number): void {
      for (let n = segmentOf(0); n >= Math.max(0, segmentOf(needed)); n--) taken.delete(n);
      end += count;
    },
  };
}
