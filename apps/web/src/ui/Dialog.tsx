import { Drawer, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Dialog.module.css';
import { useFocusReturn } from './hooks/use-focus-return.ts';
import { useIsPhone } from './hooks/use-is-phone.ts';
import { useSwipe } from './hooks/use-swipe.ts';

/** A handle drawn down by more than a thumb's width closes the sheet. */
const CLOSE_PX = 56;
/** An overlay that darkens nothing. */
const CLEAR = { gradient: 'none' };

type Props = {
  title: ReactNode;
  /** Width on wide screens, px. */
  width: number;
  /** What the closing button is called; with null the content alone leads out. */
  closeLabel?: string | null;
  onClose: () => void;
  /** Neither `Esc` nor a tap beside it takes it away. */
  isPersistent?: boolean;
  /** A sheet from the bottom, the whole screen, or a dialog as on wide screens. */
  onPhone?: 'sheet' | 'full' | 'dialog';
  /** At the top instead of the middle of wide screens. */
  isAtTop?: boolean;
  /** At the side and over nothing dark, as what it changes is to be watched. */
  isAside?: boolean;
  /** Fills the height it may have, as lists do, and brings its own padding. */
  isTall?: boolean;
  /** Content that brings its own padding, under a line. */
  isFlush?: boolean;
  children: ReactNode;
};

/** What lies over the page and is about one thing; it gives the focus back when it goes. */
export function Dialog(props: Props) {
  useFocusReturn();
  const isPhone = useIsPhone();
  const { onPhone = 'sheet' } = props;
  if (isPhone && onPhone === 'sheet') return <BottomSheet {...props} />;
  return <ModalDialog {...props} isFull={isPhone && onPhone === 'full'} />;
}

function ModalDialog(props: Props & { isFull: boolean }) {
  const { title, width, onClose, isPersistent, isFull, isAtTop, isAside, isTall, isFlush } = props;
  const { closeLabel = 'Close' } = props;
  const body = isTall || isFlush ? classes.flush : classes.body;
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={width}
      centered={!isAtTop}
      yOffset={isAtTop ? 72 : '5dvh'}
      fullScreen={isFull}
      radius={isFull ? 0 : 'lg'}
      closeOnClickOutside={!isPersistent}
      closeOnEscape={!isPersistent}
      classNames={{ content: classes.content ?? '', inner: (isAside && classes.aside) || '' }}
    >
      <Modal.Overlay {...(isAside && CLEAR)} />
      <Modal.Content>
        {/* The library's own header would be a second banner of the page. */}
        <div className={classes.head} data-flush={isFlush || undefined}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          {closeLabel !== null && <Modal.CloseButton aria-label={closeLabel} size={36} />}
        </div>
        <Modal.Body className={body}>{props.children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Closed by a swipe, by `Esc` and by a visible button. */
function BottomSheet({ title, closeLabel = 'Close', isTall, isAside, onClose, children }: Props) {
  const { handle } = useSwipe(CLOSE_PX, (direction) => direction === 'down' && onClose());
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      position="bottom"
      size={isTall ? '92%' : 'auto'}
      classNames={{ content: `${classes.sheet} ${isTall ? '' : classes.short}` }}
    >
      <Drawer.Overlay {...(isAside && CLEAR)} />
      <Drawer.Content>
        <div className={classes.sheetHead}>
          <div className={classes.grip} {...handle}>
            <span className={classes.handle} aria-hidden="true" />
            <Drawer.Title className={classes.title}>{title}</Drawer.Title>
          </div>
          <Drawer.CloseButton aria-label={closeLabel ?? 'Close'} size={44} iconSize={20} />
        </div>
        <Drawer.Body className={classes.sheetBody}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
