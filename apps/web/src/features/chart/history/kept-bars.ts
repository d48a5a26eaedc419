import type { ChartBar } from '@moneytrail/chart';
import type { QueryClient } from '@tanstack/react-query';

const KEY = 'bars';
/** Charts that were left are remembered so far back, and so many of them: what a first screen and its studies need. */
const KEPT_BARS = 1_500;
const MOST_CHARTS = 12;

/**
 * The newest bars of charts that were left, drawn at once when one of them is opened again. They lie with what else was
 * read for the person who is signed in, and go with it.
 */
export type KeptBars = {
  /** Oldest first; empty where the chart has not been looked at lately. */
  of: (chart: string) => ChartBar[];
  /** Is given what reads the newest bars of a chart, at most so many. */
  keep: (chart: string, newest: (most: number) => readonly ChartBar[]) => void;
};

export function keptBarsIn(client: QueryClient): KeptBars {
  const cache = client.getQueryCache();
  return {
    of: (chart) => client.getQueryData<ChartBar[]>([KEY, chart]) ?? [],
    keep(chart, newest) {
      const bars = newest(KEPT_BARS);
      if (bars.length === 0) return;
      client.setQueryData([KEY, chart], bars);
      const kept = cache.findAll({ queryKey: [KEY] });
      const newestFirst = kept.sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
      for (const forgotten of newestFirst.slice(MOST_CHARTS)) cache.remove(forgotten);
    },
  };
}
