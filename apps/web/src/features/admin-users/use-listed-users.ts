import type { ManagedUser } from '@moneytrail/contract';
import { type UseQueryResult, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { UsersSearch } from '../../lib/users-search.ts';
import { CHUNK, chunkQuery, questionOf } from './users-query.ts';

type Chunk = Awaited<ReturnType<NonNullable<ReturnType<typeof chunkQuery>['queryFn']>>>;

/** Chunks that follow the first one, as far as they are there. */
function together(results: UseQueryResult<Chunk>[]) {
  return {
    entries: results.flatMap(({ data, isPlaceholderData }) =>
      data && !isPlaceholderData ? data.entries : [],
    ),
    isFetching: results.some(({ isFetching }) => isFetching),
    isFailed: results.some(({ isError }) => isError),
  };
}

/** The users of the page that the address names; of a list without pages, those read so far and the way to more. */
export function useListedUsers(search: UsersSearch) {
  const queryClient = useQueryClient();
  const question = questionOf(search);
  const asked = JSON.stringify(question);
  const { size = '10', page = 1 } = search;
  const isWhole = size === 'all';
  const from = isWhole ? 0 : (page - 1) * Number(size);
  const [more, setMore] = useState({ asked, count: 0 });
  const moreCount = isWhole && more.asked === asked ? more.count : 0;
  const first = useQuery(chunkQuery(queryClient, question, Math.floor(from / CHUNK)));
  const rest = useQueries({
    queries: Array.from({ length: moreCount }, (_, index) =>
      chunkQuery(queryClient, question, index + 1),
    ),
    combine: together,
  });
  const { data, isPlaceholderData, isError, isFetching } = first;
  const start = from % CHUNK;
  // A list of fifty thousand is put together when some of it came, not with each row that is scrolled to.
  const users = useMemo((): ManagedUser[] => {
    if (!data) return [];
    if (isWhole) return [...data.entries, ...rest.entries];
    return isPlaceholderData
      ? data.entries.slice(0, Number(size))
      : data.entries.slice(start, start + Number(size));
  }, [data, rest.entries, isWhole, isPlaceholderData, size, start]);
  const total = data?.total ?? null;
  const hasMore = isWhole && total !== null && users.length < total && !isPlaceholderData;
  return {
    users,
    total,
    state: data ? ('ready' as const) : isError ? ('failed' as const) : ('loading' as const),
    isBusy: isPlaceholderData || rest.isFetching || (isError && isFetching),
    error: first.error,
    retry: () => void first.refetch(),
    readMore:
      hasMore && !rest.isFetching && !rest.isFailed
        ? () => setMore({ asked, count: moreCount + 1 })
        : undefined,
  };
}
