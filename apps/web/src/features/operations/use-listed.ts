import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';

type Page<Row> = { entries: Row[]; nextCursor: string | null };

/** What a table needs to know of a list that is read page by page, further as it is scrolled. */
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
