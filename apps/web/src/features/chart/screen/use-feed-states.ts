import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { exchangesQuery } from '../../../api/queries.ts';
import { stream } from '../../../api/stream/stream.ts';

/** Takes over at once what the stream tells of feeds that go offline or come back. */
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
}
