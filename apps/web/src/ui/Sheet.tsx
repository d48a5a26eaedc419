import { Drawer, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsPhone } from '../lib/use-is-phone.ts';
import classes from './Sheet.module.css';
import { useSwipeDown } from './use-swipe-down.ts';

type Props = {
  isOpen: boolean;
  title: ReactNode;
  /** Width on wide screens, px. */
  width: number;
  /** At the top instead of the middle of wide screens. */
  isAtTop?: boolean;
  /** Fills the height it may have, as lists do. */
  isTall?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog; on phones a sheet from the bottom with a handle, closed by swipe, `Esc` and a visible button. */
export function Sheet({ isOpen, title, width, isAtTop, isTall, onClose, children }: Props) {
  const isPhone = useIsPhone();
  const swipe = useSwipeDown(onClose);
  if (!isPhone) {
    return (
      <Modal
        opened={isOpen}
        onClose={onClose}
        size={width}
        title={title}
        centered={!isAtTop}
        yOffset={isAtTop ? 72 : '5dvh'}
        closeButtonProps={{ 'aria-label': 'Close' }}
        classNames={{
          content: classes.dialog ?? '',
          title: classes.title ?? '',
          body: isTall ? (classes.tallBody ?? '') : '',
        }}
      >
        {children}
      </Modal>
    );
  }
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="bottom"
      size={isTall ? '92%' : 'auto'}
      title={
        <div className={classes.sheetTitle} {...swipe}>
          <span className={classes.handle} aria-hidden="true" />
          {title}
        </div>
      }
      closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
      classNames={{
        content: classes.sheet ?? '',
        header: classes.sheetHeader ?? '',
        title: classes.title ?? '',
        body: classes.sheetBody ?? '',
      }}
    >
      {children}
    </Drawer>
  );
}
