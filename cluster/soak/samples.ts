/** The figures of one process at one moment; null for those that it does not report. */
export type Sample = {
  atMs: number;
  memoryMb: number;
  heapMb: number;
  /** Open files and sockets. */
  handles: number;
  /** The 99th percentile since the sample before, in milliseconds. */
  eventLoopMs: number;
  /** The mean age of the ticks since the sample before, in milliseconds; null without ticks. */
  tickMs: number | null;
};

const MEGABYTE = 2 ** 20;
const ANSWER_MS = 4_000;

/** The value of a metric without labels in Prometheus' text; not a number if it is missing. */
const metricOf = (text: string, name: string): number =>
  Number(new RegExp(`^${name}(?:\\{\\})? (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);

/** Reads the metrics of one process again and again; answers null when the process does not answer. */
export function createSampler(port: number): () => Promise<Sample | null> {
  let ticks = { sum: 0, count: 0 };
  return async () => {
    try {
      const signal = AbortSignal.timeout(ANSWER_MS);
      const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { signal });
      const text = await answer.text();
      const now = {
        sum: metricOf(text, 'moneytrail_tick_lag_seconds_sum') || 0,
        count: metricOf(text, 'moneytrail_tick_lag_seconds_count') || 0,
      };
      const count = now.count - ticks.count;
      const tickMs = count > 0 ? ((now.sum - ticks.sum) / count) * 1_000 : null;
      ticks = now;
      return {
        atMs: Date.now(),
        memoryMb: metricOf(text, 'process_resident_memory_bytes') / MEGABYTE,
        heapMb: metricOf(text, 'nodejs_heap_size_used_bytes') / MEGABYTE,
        handles: metricOf(text, 'process_open_fds'),
        eventLoopMs: metricOf(text, 'nodejs_eventloop_lag_p99_seconds') * 1_000,
        tickMs,
      };
    } catch {
      return null;
    }
  };
}
