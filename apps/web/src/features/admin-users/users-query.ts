import { MINUTE_MS } from '@moneytrail/calendar';
import { getUser, listUsers, type ManagedUser, type UserPage } from '@moneytrail/contract';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  type UseQueryResult,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { readAfterRunning, readAnew } from '../../api/read-anew.ts';
import { authorizedRequest } from '../../api/session/session.ts';
import type { UsersSearch } from '../../lib/users-search.ts';

export type UsersQuestion = Pick<
  UsersSearch,
  'q' | 'type' | 'status' | 'payment' | 'sort' | 'direction'
>;

/** A multiple of every page size. */
const CHUNK = 200;

const KEY = ['users'];

export function questionOf(search: UsersSearch): UsersQuestion {
  const { page: _page, size: _size, ...question } = search;
  return question;
}

function readChunk(
  { q, type, ...question }: UsersQuestion,
  from: { cursor: string | null } | { skip: number },
  signal: AbortSignal,
): Promise<UserPage> {
  const query = {
    sort: 'attention',
    direction: 'asc',
    limit: CHUNK,
    ...question,
    ...(q === undefined ? {} : { search: q }),
    ...(type === undefined ? {} : { userType: type }),
    ...('skip' in from ? from : from.cursor === null ? {} : { cursor: from.cursor }),
  } as const;
  return authorizedRequest(listUsers, { query }, { signal });
}

/**
 * Chunk `index` of the list, starting at the cursor of the one before it. A chunk opened from an address, with
 * nothing read before it, starts at an offset.
 */
function chunkQuery(queryClient: QueryClient, question: UsersQuestion, index: number) {
  return queryOptions({
    queryKey: [...KEY, question, index],
    queryFn: async ({ signal }): Promise<UserPage> => {
      if (index === 0) return readChunk(question, { cursor: null }, signal);
      const previous = chunkQuery(queryClient, question, index - 1);
      if (queryClient.getQueryState(previous.queryKey) === undefined) {
        return readChunk(question, { skip: index * CHUNK }, signal);
      }
      const before = await queryClient.ensureQueryData(previous);
      const { total, nextCursor } = before;
      if (nextCursor === null) return { entries: [], nextCursor, total };
      return { ...(await readChunk(question, { cursor: nextCursor }, signal)), total };
    },
    placeholderData: keepPreviousData,
    staleTime: MINUTE_MS,
    meta: { failure: 'in-place' },
  });
}

/** Shows the list's data until the user is read. */
export function userQuery(queryClient: QueryClient, id: string) {
  const listed = queryClient
    .getQueriesData<UserPage>({ queryKey: KEY })
    .flatMap(([, page]) => page?.entries ?? [])
    .find(({ _id }) => _id === id);
  return queryOptions({
    queryKey: ['user', id],
    queryFn: ({ signal }) => authorizedRequest(getUser, { params: { id } }, { signal }),
    ...(listed ? { placeholderData: listed } : {}),
    meta: { failure: 'in-place' },
  });
}

/**
 * Puts a changed user into every list without moving rows. Lists are read again when next opened; requests pending
 * during the change may predate it and are repeated.
 */
export function putUser(queryClient: QueryClient, user: ManagedUser): void {
  const own = { queryKey: ['user', user._id] };
  void queryClient.cancelQueries({ ...own, exact: true });
  queryClient.setQueryData(own.queryKey, user);
  // The record, the seats and the payments beside the account may have changed with it.
  void readAnew(queryClient, { ...own, predicate: ({ queryKey }) => queryKey.length > 2 });
  queryClient.setQueriesData<UserPage>({ queryKey: KEY }, (page) =>
    page?.entries.some(({ _id }) => _id === user._id)
      ? { ...page, entries: page.entries.map((each) => (each._id === user._id ? user : each)) }
      : page,
  );
  void queryClient.invalidateQueries({ queryKey: KEY, refetchType: 'none' });
  void readAfterRunning(queryClient, { queryKey: KEY });
}

/** Reads the lists and one user again after a deletion, or when the shown data may be stale. */
export async function readUsersAnew(queryClient: QueryClient, id: string): Promise<void> {
  await Promise.all([
    readAnew(queryClient, { queryKey: ['user', id] }),
    readAnew(queryClient, { queryKey: KEY }),
  ]);
}

/** Every matching user, for an export. */
export async function readEverybody(
  question: UsersQuestion,
  signal: AbortSignal,
): Promise<ManagedUser[]> {
  const everybody: ManagedUser[] = [];
  let cursor: string | null = null;
  do {
    const chunk: UserPage = await readChunk(question, { cursor }, signal);
    everybody.push(...chunk.entries);
    cursor = chunk.nextCursor;
  } while (cursor !== null);
  return everybody;
}

type Chunk = Awaited<ReturnType<NonNullable<ReturnType<typeof chunkQuery>['queryFn']>>>;

/** The chunks after the first, until one is missing. */
function together(results: UseQueryResult<Chunk>[]) {
  return {
    entries: results.flatMap(({ data, isPlaceholderData }) =>
      data && !isPlaceholderData ? data.entries : [],
    ),
    isFetching: results.some(({ isFetching }) => isFetching),
    isFailed: results.some(({ isError }) => isError),
  };
}

/** The users of the addressed page; in the unpaged list, those read so far and a way to read more. */
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
  // Flattens a list of up to 50,000 users when a chunk arrives, not on every scroll.
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
