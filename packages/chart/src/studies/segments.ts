/** Bars that are computed together when one of them comes into view. */
const SEGMENT_BARS = 2_048;
/** The newest bars, computed at once and followed by ticks. */
export const TAIL_BARS = 256;

/** Bars `start` … `end − 1`. */
export type BarSpan = { start: number; end: number };

/** Which parts of the bars before the tail have been computed. */
export type Segments = {
  /** The parts of a span that have not been computed yet; from now on they count as computed. */
  take: (span: BarSpan) => BarSpan[];
};

/** @param end first bar of the tail, which is computed by other means */
export function createSegments(end: number): Segments {
  const taken = new Set<number>();
  return {
    take(span) {
      const found: BarSpan[] = [];
      const start = Math.max(0, span.start);
      const stop = Math.min(span.end, end);
      if (start >= stop) return found;
      const last = Math.floor((stop - 1) / SEGMENT_BARS);
      for (let n = Math.floor(start / SEGMENT_BARS); n <= last; n++) {
        if (taken.has(n)) continue;
        taken.add(n);
        found.push({ start: n * SEGMENT_BARS, end: Math.min(end, (n + 1) * SEGMENT_BARS) });
      }
      return found;
    },
  };
}
