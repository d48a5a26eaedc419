import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import form from '../../../ui/form/form.module.css';
import classes from './DecisionDialog.module.css';

type Props = {
  title: string;
  /** What comes of it. */
  warning: string;
  /** Names the act, on its button. */
  action: string;
  /** What is asked for besides the reason. */
  children?: ReactNode;
  isReady: boolean;
  isPending: boolean;
  onDecide: (reason: string) => void;
  onCancel: () => void;
};

const MOST = 500;

/** Asks for a reason before something is taken away from somebody; it stays in the record. */
export function DecisionDialog(props: Props) {
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
          description="Kept in the record of changes."
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
