import { type AnswerOf, type createApiKey, listApiKeys } from '@moneytrail/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { readAnew } from '../../../api/read-anew.ts';
import { withReauthentication } from '../../../api/session/reauthentication.ts';
import { authorizedRequest } from '../../../api/session/session.ts';

/** A key with its secret, which is never told again. */
export type ToldSecret = AnswerOf<typeof createApiKey>;

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => authorizedRequest(listApiKeys, {}, { signal }),
  staleTime: 0,
  meta: { failure: 'in-place' },
});

/** Changes a key, asking for the password where the server demands it, and reads the list again. */
export function useKeyChange<Answer>(
  send: () => Promise<Answer>,
  { failureText, onDone }: { failureText: string; onDone: (answer: Answer) => void },
): { change: () => void; isPending: boolean } {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => withReauthentication(send),
    onSuccess: onDone,
    onSettled: () => readAnew(queryClient, { queryKey: apiKeysQuery.queryKey }),
    meta: { failureText },
  });
  return { change: () => mutate(), isPending };
}
