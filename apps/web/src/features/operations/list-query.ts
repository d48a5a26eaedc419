import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';

/** One page of a list; `nextCursor` leads to the next one and is null on the last. */
export type Page<Row> = { entries: Row[]; nextCursor: string | null };

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
