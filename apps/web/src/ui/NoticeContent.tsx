import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';
import { FORM_TEXTS } from './form/texts.ts';
import classes from './NoticeDialog.module.css';

export type NoticeProps = {
  title: string;
  children: ReactNode;
  onOk: () => void;
};

export function NoticeContent({ title, children, onOk }: NoticeProps) {
  return (
    <Dialog
      title={title}
      width={500}
      closeLabel={null}
      onClose={onOk}
      isPersistent
      onPhone="dialog"
    >
      <div className={classes.text}>{children}</div>
      <Button color="orange" className={classes.ok ?? ''} onClick={onOk} data-autofocus>
        {FORM_TEXTS.ok}
      </Button>
    </Dialog>
  );
}
