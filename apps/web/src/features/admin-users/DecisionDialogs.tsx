import { Button, TextInput } from '@mantine/core';
import { deleteUser, type ManagedUser, setUserAccess } from '@moneytrail/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { withReauthentication } from '../../api/session/reauthentication.ts';
import { authorizedRequest } from '../../api/session/session.ts';
import { fullName } from '../../lib/person-name.ts';
import { showToast } from '../../stores/toasts.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import form from '../../ui/form/form.module.css';
import classes from './DecisionDialogs.module.css';
import { CHANGE_TEXTS } from './texts.ts';
import { useUserChange } from './use-user-change.ts';
import { readUsersAnew } from './users-query.ts';

type Props = {
  title: string;
  warning: string;
  action: string;
  /** Further fields besides the reason. */
  children?: ReactNode;
  isReady: boolean;
  isPending: boolean;
  onDecide: (reason: string) => void;
  onCancel: () => void;
};

const MOST = 500;

/** Asks for a reason, which the audit log keeps. */
function DecisionDialog(props: Props) {
  const { title, warning, action, children, isReady, isPending, onDecide, onCancel } = props;
  const [reason, setReason] = useState('');
  const canDecide = isReady && reason.trim() !== '';
  const decide = (event: FormEvent) => {
    event.preventDefault();
    if (canDecide && !isPending) onDecide(reason.trim());
  };
  return (
    <Dialog title={title} width={450} onClose={onCancel} onPhone="dialog">
      <form className={form.fields} onSubmit={decide}>
        <p>{warning}</p>
        <TextInput
          label="Reason"
          description="Kept in the audit log."
          maxLength={MOST}
          data-autofocus
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        {children}
        <div className={classes.actions}>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <ActionButton
            type="submit"
            className={classes.act ?? ''}
            disabled={!canDecide}
            isBusy={isPending}
          >
            {action}
          </ActionButton>
        </div>
      </form>
    </Dialog>
  );
}

type RevokeDialogProps = { user: ManagedUser; onClose: () => void };

export function RevokeDialog({ user, onClose }: RevokeDialogProps) {
  const { mutate, isPending } = useUserChange({
    userId: user._id,
    send: (reason: string) =>
      authorizedRequest(setUserAccess, {
        params: { id: user._id },
        body: { accessRevoked: true, reason },
      }),
    texts: CHANGE_TEXTS.revoke,
    onDone: onClose,
  });
  return (
    <DecisionDialog
      title={`Revoke the access of ${fullName(user)}?`}
      warning="They are signed out at once, and so is everybody who shares their account. Their subscription is not charged again, and restoring access does not bring it back."
      action="Revoke access"
      isReady
      isPending={isPending}
      onDecide={(reason) => mutate(reason)}
      onCancel={onClose}
    />
  );
}

type DeleteDialogProps = { user: ManagedUser; onClose: () => void };

const NOT_FOUND = 404;
const isGone = (error: unknown) => error instanceof ApiError && error.status === NOT_FOUND;

/** Requires typing the user's address and a reason. */
export function DeleteDialog({ user, onClose }: DeleteDialogProps) {
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
      // The specified text, shown without the server's message.
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
