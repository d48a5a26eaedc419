import { isResolution, type Resolution } from '@moneytrail/calendar';

/** The live chart's search parameters. */
export type ChartSearch = {
  symbol: string;
  resolution: Resolution;
  /** Token of a shared chart. */
  shared?: string;
  /** The time or span of times that is shown; without it, the newest bars. */
  at?: string | undefined;
  /** The facts of the symbol are open over the chart. */
  info?: '1' | undefined;
};

export const DEFAULT_CHART: ChartSearch = { symbol: 'FMP:BTCUSD', resolution: '1D' };

/** The place in the address of a chart, live or shared. */
export function readAt({ at }: Record<string, unknown>): Pick<ChartSearch, 'at'> {
  return typeof at === 'string' ? { at } : {};
}

/** Missing or unknown values fall back to the default. */
export function readChartSearch(search: Record<string, unknown>): ChartSearch {
  const { symbol, resolution, shared, info } = search;
  const isNamed = typeof symbol === 'string' && symbol.trim() !== '';
  const isKnown = typeof resolution === 'string' && isResolution(resolution);
  return {
    symbol: isNamed ? symbol : DEFAULT_CHART.symbol,
    resolution: isKnown ? resolution : DEFAULT_CHART.resolution,
    ...(typeof shared === 'string' && { shared }),
    ...readAt(search),
    ...(info === '1' && { info }),
  };
}
