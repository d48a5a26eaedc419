import { getSeatSummary, listSeatInvites, listSubUsers } from '@moneytrail/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { readAnew } from '../../../api/read-anew.ts';
import { withReauthentication } from '../../../api/session/reauthentication.ts';
import { authorizedRequest } from '../../../api/session/session.ts';
import { showToast } from '../../../stores/toasts.ts';
import { ACCOUNT_TEXTS } from '../texts.ts';

/** The prefix of every query about seats: one change may affect all. */
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

/** Confirms a change of seats with a toast, then reads all seats again. */
export function useSeatChange(
  send: () => Promise<unknown>,
  { failureText, onDone }: { failureText: string; onDone: () => void },
): { change: () => void; isPending: boolean } {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => withReauthentication(send),
    onSuccess: () => showToast({ kind: 'success', text: ACCOUNT_TEXTS.updated }),
    // A failed change may mean that the shown data is stale.
    onSettled: async () => {
      onDone();
      await readAnew(queryClient, { queryKey: SEATS });
    },
    meta: { failureText },
  });
  return { change: () => mutate(), isPending };
}
