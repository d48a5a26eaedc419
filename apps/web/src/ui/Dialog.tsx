import { Drawer, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Dialog.module.css';
import { useFocusReturn } from './hooks/use-focus-return.ts';
import { useIsLow } from './hooks/use-is-low.ts';
import { useIsPhone } from './hooks/use-is-phone.ts';
import { useIsTopmost } from './hooks/use-is-topmost.ts';
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
  /** At the right and over nothing dark, as what it changes is to be watched; the page leaves `--frame-aside` free for it. */
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
  const isLow = useIsLow();
  const isPhone = useIsPhone();
  const isTopmost = useIsTopmost();
  const { onPhone = 'sheet' } = props;
  if (isPhone && !isLow && onPhone === 'sheet') {
    return <BottomSheet {...props} isTopmost={isTopmost} />;
  }
  const isFull = isPhone && onPhone === 'full';
  return <ModalDialog {...props} isTopmost={isTopmost} isFull={isFull} isLow={isLow} />;
}

type OpenProps = Props & { isTopmost: boolean };

function ModalDialog(props: OpenProps & { isFull: boolean; isLow: boolean }) {
  const { title, width, onClose, isPersistent, isFull, isAtTop, isAside, isTall, isFlush } = props;
  const { closeLabel = 'Close', isLow, isTopmost } = props;
  const body = isTall || isFlush ? classes.flush : classes.body;
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={isAside ? 'var(--frame-aside)' : width}
      centered={!isAtTop}
      yOffset={isLow ? 8 : isAtTop ? 72 : '5dvh'}
      fullScreen={isFull}
      radius={isFull ? 0 : 'lg'}
      closeOnClickOutside={!isPersistent}
      closeOnEscape={!isPersistent && isTopmost}
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
function BottomSheet(props: OpenProps) {
  const { title, closeLabel = 'Close', isTall, isAside, isTopmost, onClose, children } = props;
  const { handle } = useSwipe(CLOSE_PX, (direction) => direction === 'down' && onClose());
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      position="bottom"
      size={isTall ? '92%' : 'auto'}
      closeOnEscape={isTopmost}
      classNames={{ content: `${classes.sheet} ${isTall ? '' : classes.short}` }}
    >
      <Drawer.Overlay {...(isAside && CLEAR)} />
      <Drawer.Content>
        <div className={classes.sheetHead}>
          <div className={classes.grip} {...handle}>
            <span className={classes.handle} aria-hidden="true" />
            <Drawer.Title className={classes.title}>{title}</Drawer.Title>
          </div>
          {closeLabel !== null && (
            <Drawer.CloseButton aria-label={closeLabel} size={44} iconSize={20} />
          )}
        </div>
        <Drawer.Body className={classes.sheetBody}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
