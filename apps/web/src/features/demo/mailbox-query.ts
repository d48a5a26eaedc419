import { getDemoMailbox } from '@moneytrail/contract';
import { queryOptions } from '@tanstack/react-query';
import { authorizedRequest } from '../../api/authorized-request.ts';

const REFRESH_MS = 2_000;

/** What was sent, the newest first, read again every other second while the page is seen. */
export const mailboxQuery = queryOptions({
  queryKey: ['demo-mailbox'],
  queryFn: ({ signal }) => authorizedRequest(getDemoMailbox, {}, { signal }),
  meta: { failure: 'silent' },
  refetchInterval: REFRESH_MS,
});
