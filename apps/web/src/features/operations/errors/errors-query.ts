import { type ErrorPage, listErrors } from '@moneytrail/contract';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { authorizedRequest } from '../../../api/authorized-request.ts';
import type { ErrorsSearch } from '../../../lib/operations-search.ts';

const CHUNK = 200;

/** What went wrong and fits, the newest first; read further as the table is scrolled. */
export const errorsQuery = ({ source, q }: ErrorsSearch) =>
  infiniteQueryOptions({
    queryKey: ['errors', source ?? null, q ?? null],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }): Promise<ErrorPage> => {
      const query = {
        limit: CHUNK,
        ...(source === undefined ? {} : { source }),
        ...(q === undefined ? {} : { text: q }),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      };
      return authorizedRequest(listErrors, { query }, { signal });
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    // What went wrong a moment ago is what somebody looks for.
    refetchOnMount: 'always',
    meta: { failure: 'in-place' },
  });
