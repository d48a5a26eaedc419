import { getSeatSummary, listSeatInvites, listSubUsers } from '@moneytrail/contract';
import { queryOptions } from '@tanstack/react-query';
import { authorizedRequest } from '../../../api/authorized-request.ts';

/** Names everything that is read of seats: what changes one of them may change all. */
export const SEATS = ['seats'] as const;

export const seatSummaryQuery = queryOptions({
  queryKey: [...SEATS, 'summary'],
  queryFn: ({ signal }) => authorizedRequest(getSeatSummary, {}, { signal }),
  staleTime: 0,
  meta: { failure: 'in-place' },
});

export const seatInvitesQuery = queryOptions({
  queryKey: [...SEATS, 'invites'],
  queryFn: ({ signal }) => authorizedRequest(listSeatInvites, {}, { signal }),
  staleTime: 0,
  meta: { failure: 'in-place' },
});

export const subUsersQuery = queryOptions({
  queryKey: [...SEATS, 'sub-users'],
  queryFn: ({ signal }) => authorizedRequest(listSubUsers, {}, { signal }),
  staleTime: 0,
  meta: { failure: 'in-place' },
});
