import type { OpenCompared } from '@moneytrail/chart';
import type { QueryClient } from '@tanstack/react-query';
import { symbolQuery } from '../../../api/queries.ts';
import { barSourceOf, chartSymbolOf } from '../controller/open-instrument.ts';
import { RESOLUTION_NAMES } from '../model/resolution-labels.ts';

/** Finds an instrument that is compared, with the rights of who looks at the chart, as that of the chart is found. */
export async function openCompared(
  queryClient: QueryClient,
  { symbol, resolution, onGap }: Parameters<OpenCompared>[0],
): ReturnType<OpenCompared> {
  // Rights may be others than when it was asked for last.
  const info = await queryClient.fetchQuery({ ...symbolQuery(symbol), staleTime: 0 });
  if (!info.supported_resolutions.includes(resolution)) {
    throw new Error(`${info.name} has no bars of ${RESOLUTION_NAMES[resolution]}.`);
  }
  const source = barSourceOf(info, {
    resolution,
    keptBars: [],
    // A first screen is enough: older bars follow those of the chart.
    neededBars: () => 0,
    onTick: () => {},
    onClosedBar: () => {},
    onGap,
  });
  return { symbol: chartSymbolOf(info), source };
}
