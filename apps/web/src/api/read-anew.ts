import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';

const runningOf = (queryClient: QueryClient, filters: QueryFilters) =>
  queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });

/** Nothing is broken off: others may wait for it. */
async function readAfter(queryClient: QueryClient, running: readonly Query[]): Promise<void> {
  await Promise.all(
    running.map(async ({ queryKey, promise }) => {
      await promise?.catch(() => undefined);
      await queryClient.invalidateQueries({ queryKey, exact: true });
    }),
  );
}

/** Reads again, once it is there, what is being read at this moment: it may have been answered before a change. */
export function readAfterRunning(queryClient: QueryClient, filters: QueryFilters): Promise<void> {
  return readAfter(queryClient, runningOf(queryClient, filters));
}

/** Reads again what a change has made old: what is shown at once, the rest when it is shown. */
export async function readAnew(queryClient: QueryClient, filters: QueryFilters = {}) {
  // The library takes what is on its way for the new answer, unless it is shown and was read before.
  const taken = runningOf(queryClient, filters).filter(
    (query) => query.state.data === undefined || !query.isActive(),
  );
  await Promise.all([queryClient.invalidateQueries(filters), readAfter(queryClient, taken)]);
}
