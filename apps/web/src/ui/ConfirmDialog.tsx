import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ActionButton } from './ActionButton.tsx';
import classes from './ConfirmDialog.module.css';
import { Dialog } from './Dialog.tsx';
import { FORM_TEXTS } from './form/texts.ts';

type Props = {
  title: string;
  children: ReactNode;
  /** The confirming button's label. */
  action: string;
  isPending: boolean;
  /** False for a question about something that destroys nothing. */
  isDestructive?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before an action; Cancel has the focus. */
export function ConfirmDialog(props: Props) {
  const { title, action, isPending, isDestructive = true, onConfirm, onCancel, children } = props;
  return (
    <Dialog title={title} width={450} onClose={onCancel} onPhone="dialog">
      <p>{children}</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={onCancel} data-autofocus>
          {FORM_TEXTS.cancel}
        </Button>
        <ActionButton
          {...(isDestructive ? { className: classes.act ?? '' } : { color: 'orange' })}
          isBusy={isPending}
          onClick={onConfirm}
        >
          {action}
        </ActionButton>
      </div>
    </Dialog>
  );
}
