import type { ManagedUser } from '@moneytrail/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '../../api/queries.ts';
import { readAnew } from '../../api/read-anew.ts';
import { showToast } from '../../stores/toasts.ts';
import { putUser, readUsersAnew } from './users-query.ts';

type Options<Input> = {
  userId: string;
  send: (input: Input) => Promise<ManagedUser>;
  texts: { done: string; failed: string };
  onDone?: () => void;
};

/** Changes one user and confirms it with a toast; a change to the own account reads that account again. */
export function useUserChange<Input>({ userId, send, texts, onDone }: Options<Input>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (user) => {
      putUser(queryClient, user);
      showToast({ kind: 'success', text: texts.done });
      onDone?.();
      const own = queryClient.getQueryData(currentUserQuery.queryKey);
      if (own?._id !== userId) return;
      void readAnew(queryClient, { queryKey: currentUserQuery.queryKey });
    },
    onError: () => readUsersAnew(queryClient, userId),
    meta: { failureText: texts.failed },
  });
}
