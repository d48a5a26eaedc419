import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import { LazyPart, lazyPart } from '../../../ui/LazyPart.tsx';

type Props = {
  part: typeof symbolSearch;
  firstText: string;
  onClose: () => void;
};

export const symbolSearch = lazyPart(async () => (await import('./SymbolFinder.tsx')).SymbolSearch);

/** A symbol search; keys typed while its code loads are kept. */
export function SearchPanel({ part, firstText, onClose }: Props) {
  const [text, setText] = useState(firstText);
  useEarlyLetters((letter) => setText((typed) => typed + letter));
  return <LazyPart part={part} props={{ text, onText: setText }} onGiveUp={onClose} />;
}

/** Passes on the letters that are typed before the search field has the focus. */
function useEarlyLetters(onLetter: (letter: string) => void): void {
  useWindowEvent('keydown', (event) => {
    const { key, target, ctrlKey, altKey, metaKey } = event;
    if (key.length !== 1 || ctrlKey || altKey || metaKey || event.isComposing) return;
    if (target instanceof Element && target.closest('[role="dialog"], input, textarea')) return;
    event.preventDefault();
    onLetter(key);
  });
}
