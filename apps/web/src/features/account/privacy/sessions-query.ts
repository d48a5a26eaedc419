import { listSessions } from '@moneytrail/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

/** Where somebody is signed in, the last used first. */
export function sessionsQuery(userId: string) {
  return queryOptions({
    queryKey: ['sessions', userId],
    queryFn: ({ signal }) => call(listSessions, { params: { id: userId } }, { signal }),
    staleTime: 0,
  });
}
