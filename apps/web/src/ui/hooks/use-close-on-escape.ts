import { useWindowEvent } from '@mantine/hooks';

const CAPTURED = { capture: true };

/**
 * Closes a popover on Escape wherever the focus is. The library's popovers handle the key only from within, and the focus
 * moves there after they are drawn, if at all.
 */
export function useCloseOnEscape(isOpen: boolean, close: () => void): void {
  useWindowEvent(
    'keydown',
    (event) => {
      if (!isOpen || event.key !== 'Escape' || event.isComposing) return;
      event.preventDefault();
      close();
    },
    CAPTURED,
  );
}
