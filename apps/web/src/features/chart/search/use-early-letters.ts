import { useWindowEvent } from '@mantine/hooks';

/** What is typed into the page before the search has the focus belongs to it: none of a fast hand's letters is lost. */
export function useEarlyLetters(onLetter: (letter: string) => void): void {
  useWindowEvent('keydown', (event) => {
    const { key, target, ctrlKey, altKey, metaKey } = event;
    if (key.length !== 1 || ctrlKey || altKey || metaKey || event.isComposing) return;
    if (target instanceof Element && target.closest('[role="dialog"], input, textarea')) return;
    event.preventDefault();
    onLetter(key);
  });
}
