import { listLayouts, listLayoutVersions } from '@moneytrail/contract';
import { queryOptions } from '@tanstack/react-query';
import { authorizedRequest } from '../../../api/session/session.ts';

/** The user's saved charts, newest first. */
export const layoutsQuery = queryOptions({
  queryKey: ['layouts'],
  queryFn: async ({ signal }) => (await authorizedRequest(listLayouts, {}, { signal })).layouts,
  staleTime: 0,
  meta: { failure: 'in-place' },
});

/** Versions of a saved chart, newest first. */
export function versionsQuery(id: number) {
  return queryOptions({
    queryKey: ['layouts', id, 'versions'],
    queryFn: async ({ signal }) =>
      (await authorizedRequest(listLayoutVersions, { params: { id } }, { signal })).versions,
    staleTime: 0,
    meta: { failure: 'in-place' },
  });
}
