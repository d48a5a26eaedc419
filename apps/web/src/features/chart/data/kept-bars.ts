import type { ChartBar } from '@moneytrail/chart';
import type { QueryClient } from '@tanstack/react-query';

const KEY = 'bars';
/** Bars kept of each chart: a first screen and the warm-up of its studies. */
const KEPT_BARS = 1_500;
const MOST_CHARTS = 12;

/** Key of an instrument in a resolution. */
export function chartKey(ticker: string, resolution: string): string {
  return `${ticker} ${resolution}`;
}

/**
 * The newest bars of charts that were left, drawn at once when one is opened again. They live in the user's query cache
 * and are cleared with it.
 */
export function keptBarsIn(client: QueryClient) {
  const cache = client.getQueryCache();
  return {
    /** Oldest first; empty where the chart was not shown lately. */
    of: (chart: string): ChartBar[] => client.getQueryData<ChartBar[]>([KEY, chart]) ?? [],
    /** `newest` reads at most that many of the chart's newest bars. */
    keep(chart: string, newest: (most: number) => readonly ChartBar[]): void {
      const bars = newest(KEPT_BARS);
      if (bars.length === 0) return;
      client.setQueryData([KEY, chart], bars);
      const kept = cache.findAll({ queryKey: [KEY] });
      const newestFirst = kept.sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
      for (const forgotten of newestFirst.slice(MOST_CHARTS)) cache.remove(forgotten);
    },
  };
}
