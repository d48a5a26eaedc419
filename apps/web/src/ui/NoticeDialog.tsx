import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './NoticeDialog.module.css';

type Props = {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  /** The only way on. */
  onOk: () => void;
};

/** A message that stays until it is acknowledged. */
export function NoticeDialog({ isOpen, title, children, onOk }: Props) {
  return (
    <Modal
      opened={isOpen}
      onClose={onOk}
      title={title}
      size={500}
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      classNames={{ title: classes.title ?? '', content: classes.content ?? '' }}
    >
      <div className={classes.text}>{children}</div>
      <Button color="orange" className={classes.ok ?? ''} onClick={onOk} data-autofocus>
        OK
      </Button>
    </Modal>
  );
}
