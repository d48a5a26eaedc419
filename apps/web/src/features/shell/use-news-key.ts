import { useWindowEvent } from '@mantine/hooks';
import { isKeyOfOverlay } from '../../ui/is-key-of-overlay.ts';

/** `Alt+N` opens the news, by the physical key: with Alt many layouts write other letters. */
export function useNewsKey(onOpen: (() => void) | null): void {
  useWindowEvent('keydown', (event) => {
    if (!onOpen || event.code !== 'KeyN' || !event.altKey) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || isKeyOfOverlay(event)) return;
    event.preventDefault();
    onOpen();
  });
}
