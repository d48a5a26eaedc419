import { Drawer, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Dialog.module.css';
import { useFocusReturn } from './hooks/use-focus-return.ts';
import { useIsLow } from './hooks/use-is-low.ts';
import { useIsPhone } from './hooks/use-is-phone.ts';
import { useIsTopmost } from './hooks/use-is-topmost.ts';
import { useSwipe } from './hooks/use-swipe.ts';

/** A handle dragged down this far closes the sheet. */
const CLOSE_PX = 56;
/** A transparent overlay. */
const CLEAR = { gradient: 'none' };

type Props = {
  title: ReactNode;
  /** On wide screens, px. */
  width: number;
  /** The closing button's name; null for a dialog its content closes. */
  closeLabel?: string | null;
  onClose: () => void;
  /** Neither `Esc` nor a press outside closes it; `outside`: `Esc` does. */
  isPersistent?: boolean | 'outside';
  /** Bottom sheet, full screen, or a dialog as on wide screens. */
  onPhone?: 'sheet' | 'full' | 'dialog';
  /** At the top of wide screens, not in the middle. */
  isAtTop?: boolean;
  /**
   * On the right, with a transparent overlay, so that its effect on the page stays visible; the page reserves
   * `--frame-aside`.
   */
  isAside?: boolean;
  /** Fills the available height, as lists do, and brings its own padding. */
  isTall?: boolean;
  /** Brings its own padding, under a line. */
  isFlush?: boolean;
  children: ReactNode;
};

/** A modal dialog that returns the focus when it closes. */
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
      closeOnEscape={isPersistent !== true && isTopmost}
      classNames={{ content: classes.content ?? '', inner: (isAside && classes.aside) || '' }}
    >
      <Modal.Overlay {...(isAside && CLEAR)} />
      <Modal.Content>
        {/* Mantine's header would be a second banner landmark. */}
        <div className={classes.head} data-flush={isFlush || undefined}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          {closeLabel !== null && <Modal.CloseButton aria-label={closeLabel} size={36} />}
        </div>
        <Modal.Body className={body}>{props.children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Closed by a swipe, `Esc` or a visible button. */
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
