import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Page } from './list-query.ts';

/** A list that is read page by page, as its table needs to know it. */
export type Listed<Row> = ReturnType<typeof useListed<Row>>;

/** Puts together what was read of a list. */
export function useListed<Row>(query: UseInfiniteQueryResult<InfiniteData<Page<Row>, unknown>>) {
  const { data, isError, isFetching, isPlaceholderData, hasNextPage, isFetchingNextPage } = query;
  // A long list is put together when some of it came, not with each row that is scrolled to.
  const rows = useMemo(() => data?.pages.flatMap(({ entries }) => entries) ?? [], [data]);
  const isReadable = hasNextPage && !isFetchingNextPage && !isError;
  return {
    rows,
    hasMore: hasNextPage,
    state: data ? ('ready' as const) : isError ? ('failed' as const) : ('loading' as const),
    isBusy: isFetching && (!data || isPlaceholderData || isFetchingNextPage || isError),
    error: query.error,
    retry: () => void query.refetch(),
    readMore: isReadable ? () => void query.fetchNextPage() : undefined,
  };
}
