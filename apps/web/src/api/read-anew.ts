import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';

const runningOf = (queryClient: QueryClient, filters: QueryFilters) =>
  queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });

/** Running queries are not cancelled: others may wait for them. */
async function readAfter(queryClient: QueryClient, running: readonly Query[]): Promise<void> {
  await Promise.all(
    running.map(async ({ queryKey, promise }) => {
      await promise?.catch(() => undefined);
      await queryClient.invalidateQueries({ queryKey, exact: true });
    }),
  );
}

/** Refetches running queries once they have ended: their answers may predate a change. */
export function readAfterRunning(queryClient: QueryClient, filters: QueryFilters): Promise<void> {
  return readAfter(queryClient, runningOf(queryClient, filters));
}

/** Refetches stale data after a change: shown data at once, the rest when it is shown. */
export async function readAnew(queryClient: QueryClient, filters: QueryFilters = {}) {
  // The library accepts a running fetch as the new answer, unless the query is active and has data.
  const taken = runningOf(queryClient, filters).filter(
    (query) => query.state.data === undefined || !query.isActive(),
  );
  await Promise.all([queryClient.invalidateQueries(filters), readAfter(queryClient, taken)]);
}

/**
 * Refetches everything on the screen after the user's rights changed: the account, lists with their locks, and answers
 * given under the former rights. Failures that nothing on the screen shows are forgotten.
 */
export function readRightsAnew(queryClient: QueryClient): void {
  queryClient.removeQueries({ type: 'inactive', predicate: ({ state }) => state.error !== null });
  void readAnew(queryClient);
}
