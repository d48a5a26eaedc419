import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { exchangesQuery } from '../../../api/queries.ts';
import { reachability } from '../../../api/reachability.ts';
import { stream } from '../../../api/stream/stream.ts';

/** Takes over at once what the stream says of feeds that go offline or come back, and reads all states once the server is back. */
export function useFeedStates(): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      stream.onFeed((exchange, isOffline) => {
        queryClient.setQueryData(exchangesQuery.queryKey, (exchanges) => {
          const known = Object.entries(exchanges ?? {}).find(([name]) => name === exchange);
          return exchanges && known
            ? { ...exchanges, [known[0]]: { ...known[1], isOffline } }
            : exchanges;
        });
      }),
    [queryClient],
  );
  useEffect(
    () =>
      reachability.isReachable.subscribe(() => {
        if (!reachability.isReachable.get()) return;
        void queryClient.invalidateQueries({ queryKey: exchangesQuery.queryKey });
      }),
    [queryClient],
  );
}
