import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { useMemo } from 'react';

/** `nextCursor` is null on the last page. */
type Page<Row> = { entries: Row[]; nextCursor: string | null };

/** `limit` entries from the start, or from a cursor. */
export type Chunk = { limit: number; cursor?: string };

const CHUNK = 200;

/** Null is the first chunk. */
export const chunkAt = (cursor: string | null): Chunk => ({
  limit: CHUNK,
  ...(cursor === null ? {} : { cursor }),
});

/** A list that loads more on scroll and is read again whenever its screen opens. */
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

/** A paged list in the form its table needs. */
export type Listed<Row> = ReturnType<typeof useListed<Row>>;

export function useListed<Row>(query: UseInfiniteQueryResult<InfiniteData<Page<Row>, unknown>>) {
  const { data, isError, isFetching, isPlaceholderData, hasNextPage, isFetchingNextPage } = query;
  // Flattens a long list when a chunk arrives, not on every scroll.
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
