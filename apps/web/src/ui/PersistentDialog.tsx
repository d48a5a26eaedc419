import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusReturn } from '../lib/use-focus-return.ts';
import { useIsPhone } from '../lib/use-is-phone.ts';
import classes from './PersistentDialog.module.css';

type Props = {
  title: string;
  /** Width on wide screens, px. */
  width: number;
  /** What the closing button is called; without it the content alone leads out. */
  closeLabel?: string;
  onClose: () => void;
  /** Fills the screen of a phone. */
  isFullOnPhone?: boolean;
  /** Content that brings its own padding and line. */
  isFlush?: boolean;
  children: ReactNode;
};

/** A dialog that neither `Esc` nor a tap beside it takes away. */
export function PersistentDialog(props: Props) {
  const { title, width, closeLabel, onClose, isFullOnPhone, isFlush, children } = props;
  useFocusReturn();
  const isFull = useIsPhone() && isFullOnPhone === true;
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={width}
      centered
      fullScreen={isFull}
      radius={isFull ? 0 : 'lg'}
      closeOnClickOutside={false}
      closeOnEscape={false}
      classNames={{ content: classes.content ?? '' }}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* The library's own header would be a second banner of the page. */}
        <div className={classes.head} data-flush={isFlush || undefined}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          {closeLabel && <Modal.CloseButton aria-label={closeLabel} size={36} />}
        </div>
        <Modal.Body className={isFlush ? classes.flush : classes.body}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
