import type { OpenCompared } from '@moneytrail/chart';
import type { QueryClient } from '@tanstack/react-query';
import { symbolQuery } from '../../../api/queries.ts';
import { barSourceOf, chartSymbolOf } from '../controller/open-instrument.ts';
import { RESOLUTION_NAMES } from '../model/resolution-labels.ts';
import type { Replay } from '../replay/replay.ts';

/** Opens a compared instrument with the viewer's rights, live or replayed as the chart's own instrument is. */
export async function openCompared(
  queryClient: QueryClient,
  { symbol, resolution, onGap }: Parameters<OpenCompared>[0],
  replay: Replay | null = null,
): ReturnType<OpenCompared> {
  // The rights may have changed since the last answer.
  const info = await queryClient.fetchQuery({ ...symbolQuery(symbol), staleTime: 0 });
  if (!info.supported_resolutions.includes(resolution)) {
    throw new Error(`${info.name} has no bars of ${RESOLUTION_NAMES[resolution]}.`);
  }
  // One screen is enough to begin with: older bars follow those of the chart.
  const neededBars = () => 0;
  if (replay) {
    const source = replay.sourceOf({ info, resolution, neededBars }, false);
    return { symbol: chartSymbolOf(info), source };
  }
  const source = barSourceOf(info, {
    resolution,
    keptBars: [],
    neededBars,
    onQuote: () => {},
    onClosedBar: () => {},
    onGap,
  });
  return { symbol: chartSymbolOf(info), source };
}
