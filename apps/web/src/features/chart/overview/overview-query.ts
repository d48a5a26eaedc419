import { MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import { getSymbolOverview } from '@moneytrail/contract';
import { queryOptions } from '@tanstack/react-query';
import { authorizedRequest } from '../../../api/session/session.ts';

/** A chart that was just opened gets its first snapshots within seconds; an interval without bars never does. */
const SOON = { everyMs: 5 * SECOND_MS, reads: 6 };

/** The stored facts of an instrument; read again every minute while they are shown. */
export function overviewQuery(symbol: string) {
  return queryOptions({
    queryKey: ['symbol-overview', symbol],
    queryFn: ({ signal }) =>
      authorizedRequest(getSymbolOverview, { query: { symbol } }, { signal }),
    staleTime: 10 * SECOND_MS,
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      const isLacking = data?.snapshots?.some(({ snapshot }) => snapshot === null) ?? false;
      return isLacking && dataUpdateCount < SOON.reads ? SOON.everyMs : MINUTE_MS;
    },
    meta: { failure: 'in-place' },
  });
}
