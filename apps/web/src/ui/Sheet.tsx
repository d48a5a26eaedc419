import { Drawer, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusReturn } from '../lib/use-focus-return.ts';
import { useIsPhone } from '../lib/use-is-phone.ts';
import classes from './Sheet.module.css';
import { useSwipeDown } from './use-swipe-down.ts';

type Props = {
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
export function Sheet(props: Props) {
  useFocusReturn();
  return useIsPhone() ? <BottomSheet {...props} /> : <Dialog {...props} />;
}

function Dialog({ title, width, isAtTop, isTall, onClose, children }: Props) {
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={width}
      centered={!isAtTop}
      yOffset={isAtTop ? 72 : '5dvh'}
      classNames={{ content: classes.dialog ?? '' }}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* The library's own header would be a second banner of the page. */}
        <div className={classes.head}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <Modal.Body className={isTall ? classes.tallBody : classes.body}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function BottomSheet({ title, isTall, onClose, children }: Props) {
  const swipe = useSwipeDown(onClose);
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      position="bottom"
      size={isTall ? '92%' : 'auto'}
      classNames={{ content: `${classes.sheet} ${isTall ? '' : classes.short}` }}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        <div className={classes.sheetHead}>
          <div className={classes.grip} {...swipe}>
            <span className={classes.handle} aria-hidden="true" />
            <Drawer.Title className={classes.title}>{title}</Drawer.Title>
          </div>
          <Drawer.CloseButton aria-label="Close" size={44} iconSize={20} />
        </div>
        <Drawer.Body className={classes.sheetBody}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
