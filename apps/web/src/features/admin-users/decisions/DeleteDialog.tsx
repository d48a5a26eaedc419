import { TextInput } from '@mantine/core';
import { deleteUser, type ManagedUser } from '@moneytrail/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { authorizedRequest } from '../../../api/authorized-request.ts';
import { withReauthentication } from '../../../api/session/reauthentication.ts';
import { fullName } from '../../../lib/person-name.ts';
import { showToast } from '../../../stores/toasts.ts';
import { CHANGE_TEXTS } from '../texts.ts';
import { readUsersAnew } from '../users-query.ts';
import { DecisionDialog } from './DecisionDialog.tsx';

type Props = { user: ManagedUser; onClose: () => void };

const NOT_FOUND = 404;
const isGone = (error: unknown) => error instanceof ApiError && error.status === NOT_FOUND;

/** Deletes an account, once its address was typed and a reason given. */
export function DeleteDialog({ user, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (reason: string) =>
      withReauthentication(() =>
        authorizedRequest(deleteUser, { params: { id: user._id }, body: { reason } }),
      ),
    onSuccess: () => {
      showToast({ kind: 'success', text: CHANGE_TEXTS.remove.done });
      onClose();
    },
    onError: (error) => {
      if (!isGone(error)) return;
      // A text of its own, which nothing completes.
      showToast({ kind: 'error', text: CHANGE_TEXTS.remove.gone });
      onClose();
    },
    onSettled: () => readUsersAnew(queryClient, user._id),
    meta: {
      failureText: CHANGE_TEXTS.remove.failed,
      failure: (error) => (isGone(error) ? 'in-place' : 'toast'),
    },
  });
  return (
    <DecisionDialog
      title={`Delete ${fullName(user)}?`}
      warning="They are signed out at once, and so is everybody who shares their account. Their subscription is cancelled. This cannot be undone here."
      action="Delete user"
      isReady={typed.trim().toLowerCase() === user.username}
      isPending={isPending}
      onDecide={(reason) => mutate(reason)}
      onCancel={onClose}
    >
      <TextInput
        label={`Type ${user.username} to confirm`}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </DecisionDialog>
  );
}
