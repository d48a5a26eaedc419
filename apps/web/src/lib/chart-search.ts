import { isResolution, type Resolution } from '@moneytrail/calendar';

/** What the live chart's address holds: which instrument in which resolution. */
export type ChartSearch = {
  symbol: string;
  resolution: Resolution;
  /** The token of a chart that somebody shared by a link. */
  shared?: string;
};

export const DEFAULT_CHART: ChartSearch = { symbol: 'FMP:BTCUSD', resolution: '1D' };

/** Reads the address; what is missing or unknown is the default. */
export function readChartSearch(search: Record<string, unknown>): ChartSearch {
  const { symbol, resolution, shared } = search;
  const isNamed = typeof symbol === 'string' && symbol.trim() !== '';
  const isKnown = typeof resolution === 'string' && isResolution(resolution);
  return {
    symbol: isNamed ? symbol : DEFAULT_CHART.symbol,
    resolution: isKnown ? resolution : DEFAULT_CHART.resolution,
    ...(typeof shared === 'string' && { shared }),
  };
}
