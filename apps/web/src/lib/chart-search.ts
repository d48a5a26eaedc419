import { isResolution, type Resolution } from '@moneytrail/calendar';

/** The live chart's search parameters. */
export type ChartSearch = {
  symbol: string;
  resolution: Resolution;
  /** Token of a shared chart. */
  shared?: string;
};

export const DEFAULT_CHART: ChartSearch = { symbol: 'FMP:BTCUSD', resolution: '1D' };

/** Missing or unknown values fall back to the default. */
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
