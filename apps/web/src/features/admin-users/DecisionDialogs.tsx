import { Button, TextInput } from '@mantine/core';
import type { ManagedUser } from '@moneytrail/contract';
import { type FormEvent, type ReactNode, useState } from 'react';
import { fullName } from '../../lib/person-name.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import form from '../../ui/form/form.module.css';
import classes from './DecisionDialogs.module.css';
import { useAccess, useApproval, useLetter, useRemoval } from './use-user-change.ts';

/** An action that needs a dialog first. */
export type PendingDecision = {
  what: 'revoke' | 'delete' | 'reject' | 'approve-unconfirmed';
  user: ManagedUser;
};

type Props = {
  title: string;
  warning: string;
  action: string;
  /** The place where the reason is kept or sent. */
  reasonGoes?: string;
  /** Further fields besides the reason. */
  children?: ReactNode;
  isReady?: boolean;
  isPending: boolean;
  onDecide: (reason: string) => void;
  onCancel: () => void;
};

const MOST = 500;

/** Asks for a reason, which the audit log keeps. */
export function DecisionDialog(props: Props) {
  const { title, warning, action, children, isReady = true, isPending, onDecide, onCancel } = props;
  const { reasonGoes = 'Kept in the audit log.' } = props;
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
          description={reasonGoes}
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

type DialogProps = { user: ManagedUser; onClose: () => void };

/** The dialog of a decision; `onGone` follows the removal of the account. */
export function DecisionDialogs({
  decision,
  onClose,
  onGone = onClose,
}: {
  decision: PendingDecision | null;
  onClose: () => void;
  onGone?: () => void;
}) {
  if (!decision) return null;
  const { what, user } = decision;
  const closing = { user, onClose };
  switch (what) {
    case 'revoke':
      return <RevokeDialog {...closing} />;
    case 'delete':
      return <DeleteDialog {...closing} onGone={onGone} />;
    case 'reject':
      return <RejectDialog {...closing} onGone={onGone} />;
    case 'approve-unconfirmed':
      return <UnconfirmedDialog {...closing} />;
  }
}

function RevokeDialog({ user, onClose }: DialogProps) {
  const { revoke, isPending } = useAccess(user, onClose);
  return (
    <DecisionDialog
      title={`Revoke the access of ${fullName(user)}?`}
      warning="They are signed out at once, and so is everybody who shares their account. Their subscription is not charged again and their API keys end; restoring access brings neither back."
      action="Revoke access"
      isPending={isPending}
      onDecide={revoke}
      onCancel={onClose}
    />
  );
}

/** Requires typing the user's address and a reason. */
function DeleteDialog({ user, onClose, onGone }: DialogProps & { onGone: () => void }) {
  const [typed, setTyped] = useState('');
  const { remove, isPending } = useRemoval(user, 'delete', onGone);
  return (
    <DecisionDialog
      title={`Delete ${fullName(user)}?`}
      warning="They are signed out at once, and so is everybody who shares their account. Their subscription is cancelled and their API keys end. The account can be restored for 14 days from the filter Deleted; after that its data are erased."
      action="Delete user"
      isReady={typed.trim().toLowerCase() === user.username}
      isPending={isPending}
      onDecide={remove}
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

function RejectDialog({ user, onClose, onGone }: DialogProps & { onGone: () => void }) {
  const { remove, isPending } = useRemoval(user, 'reject', onGone);
  return (
    <DecisionDialog
      title={`Reject the registration of ${fullName(user)}?`}
      warning={`${user.username} gets a mail with your reason. The account is deleted and can be restored for 14 days.`}
      action="Reject"
      reasonGoes="Sent to the person, and kept in the audit log."
      isPending={isPending}
      onDecide={remove}
      onCancel={onClose}
    />
  );
}

/** Warns before a mail says "You can now sign in" to an address that nobody has confirmed. */
function UnconfirmedDialog({ user, onClose }: DialogProps) {
  const { approve, isPending } = useApproval(user, onClose);
  const { send, isPending: isSending } = useLetter(user, 'confirmation');
  return (
    <Dialog title={`Approve ${fullName(user)}?`} width={450} onClose={onClose} onPhone="dialog">
      <div className={form.fields}>
        <p>
          Nobody has confirmed the address {user.username} yet, so it may belong to somebody else.
          An approval tells this address that it can sign in.
        </p>
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <ActionButton variant="default" isBusy={isSending} onClick={send}>
            Send the confirmation link again
          </ActionButton>
          <ActionButton color="orange" isBusy={isPending} onClick={approve}>
            Approve anyway
          </ActionButton>
        </div>
      </div>
    </Dialog>
  );
}
