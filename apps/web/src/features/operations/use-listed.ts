import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { useMemo } from 'react';

/** One page of a list; `nextCursor` leads to the next one and is null on the last. */
type Page<Row> = { entries: Row[]; nextCursor: string | null };

/** What of a list is asked for: so many entries at most, from the first or from a cursor on. */
export type Chunk = { limit: number; cursor?: string };

const CHUNK = 200;

/** The chunk that a cursor leads to, null for the first one. */
export const chunkAt = (cursor: string | null): Chunk => ({
  limit: CHUNK,
  ...(cursor === null ? {} : { cursor }),
});

/** A list that is read further as its table is scrolled, and again whenever its screen is opened. */
export const listQuery = <Row>(
  queryKey: readonly unknown[],
  read: (chunk: Chunk, signal: AbortSignal) => Promise<Page<Row>>,
) =>
  infiniteQueryOptions({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => read(chunkAt(pageParam), signal),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    meta: { failure: 'in-place' },
  });

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
