import { partitionPoint } from '../studies/partition-point.ts';

/** The bars of one instrument, oldest first: when each begins and ends, ms, both ascending. */
type BarTimes = {
  length: number;
  startOf: (index: number) => number;
  /** Infinite for a bar that is still forming: it knows all that is known by now. */
  endOf: (index: number) => number;
};

/** The bars of the instrument that is put beside those of the chart. */
type OtherBars = BarTimes & {
  close: Float64Array;
  /** From this time on its bars may be missing; null where all have been read. */
  unreadFromMs: number | null;
};

/**
 * The closes of another instrument at the bars `from` … `to − 1` of a chart: each the last one that was known when the
 * chart's bar ended, never one from its future. NaN before the other's first bar, and where a close would be carried
 * over a span that is not read.
 */
export function alignCloses(
  chart: BarTimes,
  other: OtherBars,
  { from, to }: { from: number; to: number },
): Float64Array {
  const aligned = new Float64Array(Math.max(0, to - from)).fill(Number.NaN);
  if (aligned.length === 0) return aligned;
  const firstEndMs = chart.endOf(from);
  let next = partitionPoint(other.length, (index) => other.endOf(index) <= firstEndMs);
  const unreadFromMs = other.unreadFromMs ?? Number.POSITIVE_INFINITY;
  for (let index = from; index < to; index++) {
    const endMs = chart.endOf(index);
    while (next < other.length && other.endOf(next) <= endMs) next += 1;
    const isCarried =
      chart.startOf(index) >= unreadFromMs && other.startOf(next - 1) < unreadFromMs;
    if (next > 0 && !isCarried) aligned[index - from] = other.close[next - 1] ?? Number.NaN;
  }
  return aligned;
}
