import type { ChartBar } from '@moneytrail/chart';

/** What the stream told on its present connection, by time: it is newer than history's own open bar. */
export type StreamedBars = {
  set: (bar: ChartBar) => void;
  clear: () => void;
  /** History's bars, as far as the stream does not know better. */
  over: (history: ChartBar[], isSettled: (barMs: number) => boolean) => ChartBar[];
};

export function createStreamedBars(): StreamedBars {
  const bars = new Map<number, ChartBar>();
  return {
    set: (bar) => bars.set(bar.time, bar),
    clear: () => bars.clear(),
    over(history, isSettled) {
      for (const time of bars.keys()) if (isSettled(time)) bars.delete(time);
      const lastMs = history.at(-1)?.time ?? Number.NEGATIVE_INFINITY;
      const newer = [...bars.values()].filter(({ time }) => time > lastMs);
      return [...history.map((bar) => bars.get(bar.time) ?? bar), ...newer];
    },
  };
}
