import { getSeatSummary, listSeatInvites, listSubUsers } from '@moneytrail/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { authorizedRequest } from '../../../api/authorized-request.ts';
import { readAnew } from '../../../api/read-anew.ts';
import { withReauthentication } from '../../../api/session/reauthentication.ts';
import { showToast } from '../../../stores/toasts.ts';
import { ACCOUNT_TEXTS } from '../texts.ts';

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

/** A change of seats under way, told when the server has made it. */
export function useSeatChange(
  send: () => Promise<unknown>,
  { failureText, onDone }: { failureText: string; onDone: () => void },
): { change: () => void; isPending: boolean } {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => withReauthentication(send),
    onSuccess: () => showToast({ kind: 'success', text: ACCOUNT_TEXTS.updated }),
    // Where it failed, what is shown may be out of date.
    onSettled: async () => {
      onDone();
      await readAnew(queryClient, { queryKey: SEATS });
    },
    meta: { failureText },
  });
  return { change: () => mutate(), isPending };
}
