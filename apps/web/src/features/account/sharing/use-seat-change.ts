import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readAnew } from '../../../api/read-anew.ts';
import { withReauthentication } from '../../../api/session/reauthentication.ts';
import { showToast } from '../../../stores/toasts.ts';
import { ACCOUNT_TEXTS } from '../texts.ts';
import { SEATS } from './seat-queries.ts';

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
