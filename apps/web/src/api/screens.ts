import { MINUTE_MS } from '@moneytrail/calendar';
import { listScreens } from '@moneytrail/contract';
import { queryOptions } from '@tanstack/react-query';
import { authorizedRequest } from './session/session.ts';

/** The user's saved screens by name. */
export const screensQuery = queryOptions({
  queryKey: ['screens'],
  queryFn: async ({ signal }) => (await authorizedRequest(listScreens, {}, { signal })).screens,
  staleTime: MINUTE_MS,
  meta: { failure: 'in-place' },
});
