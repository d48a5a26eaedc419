import { getDemoMailbox } from '@moneytrail/contract';
import { queryOptions } from '@tanstack/react-query';
import { authorizedRequest } from '../../api/session/session.ts';

const REFRESH_MS = 2_000;

/** Newest first, polled every two seconds while the page is visible. */
export const mailboxQuery = queryOptions({
  queryKey: ['demo-mailbox'],
  queryFn: ({ signal }) => authorizedRequest(getDemoMailbox, {}, { signal }),
  meta: { failure: 'silent' },
  refetchInterval: REFRESH_MS,
});
