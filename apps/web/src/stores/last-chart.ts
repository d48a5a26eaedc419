import { type ChartSearch, readChartSearch } from '../lib/chart-search.ts';
import { LAST_CHART, onForgetDrafts } from '../lib/draft-storage.ts';
import { record } from '../lib/record.ts';
import { createStoredValue } from '../lib/stored-value.ts';
import { tabStorage } from '../lib/tab-storage.ts';

type ChartAt = Pick<ChartSearch, 'symbol' | 'resolution'>;

function read(stored: unknown): ChartAt | null {
  const fields = record(stored);
  if (typeof fields.symbol !== 'string') return null;
  const { symbol, resolution } = readChartSearch(fields);
  return { symbol, resolution };
}

const storage = tabStorage();

/** The chart that this tab has shown last, to which links to Live Chart lead back; null before the first. */
export const lastChart = createStoredValue(LAST_CHART, read, storage && { storage });
onForgetDrafts(() => lastChart.set(null));

/** The chart that a page names, else the last one of this tab. */
export function chartOrLast(search: Record<string, unknown>): ChartSearch {
  return readChartSearch({ ...lastChart.get(), ...search });
}
