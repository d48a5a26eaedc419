import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { exchangesQuery } from '../../../api/queries.ts';
import { reachability } from '../../../api/reachability.ts';
import { readAfterRunning } from '../../../api/read-anew.ts';
import { stream } from '../../../api/stream/stream.ts';

function setOffline(queryClient: QueryClient, exchange: string, isOffline: boolean): void {
  queryClient.setQueryData(exchangesQuery.queryKey, (exchanges) => {
    const known = Object.entries(exchanges ?? {}).find(([name]) => name === exchange);
    return exchanges && known
      ? { ...exchanges, [known[0]]: { ...known[1], isOffline } }
      : exchanges;
  });
}

/**
 * Applies the stream's reports of feeds that go offline or come back at once, and reads all states again when the
 * server is back.
 */
export function useFeedStates(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const take = (exchange: string, isOffline: boolean) => {
      const set = () => setOffline(queryClient, exchange, isOffline);
      const isRead = queryClient.getQueryData(exchangesQuery.queryKey) !== undefined;
      // An answer still on its way may be older than the report, which is applied after it.
      if (isRead) {
        set();
        void readAfterRunning(queryClient, { queryKey: exchangesQuery.queryKey });
      } else queryClient.ensureQueryData(exchangesQuery).then(set, () => {});
    };
    // The stream may have reported before this mounted.
    for (const [exchange, isOffline] of stream.feedStates()) take(exchange, isOffline);
    return stream.onFeed(take);
  }, [queryClient]);
  useEffect(
    () =>
      reachability.isReachable.subscribe(() => {
        if (!reachability.isReachable.get()) return;
        void queryClient.invalidateQueries({ queryKey: exchangesQuery.queryKey });
      }),
    [queryClient],
  );
}
