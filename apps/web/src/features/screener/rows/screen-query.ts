import { MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import {
  type ScreenAnswer,
  type ScreenQuestion,
  type ScreenRow,
  type StudyFigure,
  screenInstruments,
} from '@moneytrail/contract';
import {
  keepPreviousData,
  queryOptions,
  type UseQueryResult,
  useQueries,
  useQuery,
} from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { authorizedRequest } from '../../../api/session/session.ts';

export type ScreenPage = Omit<ScreenAnswer, 'rows'> & { rows: ScreenRow[] };

const LOOK_AGAIN_MS = 2 * SECOND_MS;
/** Rows of the first page, which is to come soon. */
const FIRST = 100;
/** Rows of each further page. */
const MORE = 500;

type Place = { offset: number; limit: number };

const placeOf = (index: number): Place =>
  index === 0 ? { offset: 0, limit: FIRST } : { offset: FIRST + (index - 1) * MORE, limit: MORE };

/** A question, and the figures of studies that its rows have besides. */
type Asked = { question: ScreenQuestion; studies: readonly StudyFigure[] };

/** A page of the rows that a question finds; an answer without a change keeps the rows that are known. */
function pageQuery({ question, studies }: Asked, index: number) {
  const place = placeOf(index);
  return queryOptions({
    queryKey: ['screen', question, studies, place],
    queryFn: async ({ signal, client, queryKey }): Promise<ScreenPage> => {
      const before = client.getQueryData<ScreenPage>(queryKey);
      const since = before ? { since: before.version } : {};
      const body = { question, studies: [...studies], ...place, ...since };
      const answer = await authorizedRequest(
        screenInstruments,
        { body },
        { signal, isRepeatable: true },
      );
      return { ...answer, rows: answer.rows ?? before?.rows ?? [] };
    },
    placeholderData: keepPreviousData,
    staleTime: SECOND_MS,
    gcTime: MINUTE_MS,
    meta: { failure: 'in-place' },
  });
}

function joined(results: UseQueryResult<ScreenPage>[]) {
  return {
    rows: results.flatMap(({ data, isPlaceholderData }) =>
      data && !isPlaceholderData ? data.rows : [],
    ),
    isFetching: results.some(({ data, isFetching }) => isFetching && !data),
    isFailed: results.some(({ isError }) => isError),
  };
}

/** The rows that a question finds, as far as they are read; looked at again every two seconds while the page is visible. */
export function useScreenRows(wanted: Asked) {
  const asked = JSON.stringify(wanted);
  const [more, setMore] = useState({ asked, count: 0 });
  const first = useQuery({
    ...pageQuery(wanted, 0),
    // A search that has failed from the start is tried again when its user asks for it.
    refetchInterval: ({ state }) => (state.data ? LOOK_AGAIN_MS : false),
  });
  const { data, isPlaceholderData, isError, isFetching, error } = first;
  const matched = data?.matched ?? 0;
  // The rows of two pages are read at once: only of all rows it is known which have entered or left.
  const isShort = matched > FIRST && matched <= FIRST + MORE;
  const count = Math.max(more.asked === asked ? more.count : 0, isShort ? 1 : 0);
  const version = data?.version;
  const rest = useQueries({
    queries: Array.from({ length: isPlaceholderData ? 0 : count }, (_, index) => ({
      ...pageQuery(wanted, index + 1),
      refetchInterval: ({ state }: { state: { data: ScreenPage | undefined } }) =>
        state.data?.version === version ? false : LOOK_AGAIN_MS,
    })),
    combine: joined,
  });
  const rows = useMemo(() => {
    const bySymbol = new Map<string, ScreenRow>();
    // Between two looks a row may move from one page to another.
    for (const row of [...(data?.rows ?? []), ...rest.rows]) bySymbol.set(row.symbol, row);
    return [...bySymbol.values()];
  }, [data, rest.rows]);
  const hasMore = !isPlaceholderData && rows.length < matched;
  return {
    asked: data && !isPlaceholderData ? asked : null,
    rows,
    counts: data ?? null,
    /** All rows that were found are read. */
    isWhole: data !== undefined && !isPlaceholderData && rows.length === matched,
    state: data ? ('ready' as const) : isError ? ('failed' as const) : ('loading' as const),
    isBusy: isPlaceholderData || rest.isFetching || (isError && isFetching && !data),
    error,
    updatedAtMs: first.dataUpdatedAt,
    retry: () => void first.refetch(),
    readMore:
      hasMore && !rest.isFetching && !rest.isFailed
        ? () => setMore({ asked, count: count + 1 })
        : undefined,
  };
}

/** All rows that a question finds, for files and lists; `most` of them at most. */
export async function readAllRows(
  { question, studies }: Asked,
  { signal, most = Number.POSITIVE_INFINITY }: { signal: AbortSignal; most?: number },
): Promise<ScreenRow[]> {
  const rows = new Map<string, ScreenRow>();
  for (let offset = 0; rows.size < most; offset += MORE) {
    const body = { question, studies: [...studies], offset, limit: MORE };
    const answer = await authorizedRequest(
      screenInstruments,
      { body },
      { signal, isRepeatable: true },
    );
    for (const row of answer.rows ?? []) rows.set(row.symbol, row);
    if (offset + MORE >= answer.matched) break;
  }
  return [...rows.values()].slice(0, most);
}
