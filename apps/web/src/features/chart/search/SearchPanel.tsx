import { useWindowEvent } from '@mantine/hooks';
import { type ComponentProps, useState } from 'react';
import { LazyPart, lazyPart } from '../../../ui/LazyPart.tsx';
import type { SearchProps } from './SymbolFinder.tsx';

type Props<Others extends object> = {
  part: ComponentProps<typeof LazyPart<SearchProps & Others>>['part'];
  /** Those of the part beside its text. */
  props: Others;
  firstText: string;
  onClose: () => void;
};

export const symbolSearch = lazyPart(async () => (await import('./SymbolFinder.tsx')).SymbolSearch);

/** A search; keys typed while its code loads are kept. */
export function SearchPanel<Others extends object>({
  part,
  props,
  firstText,
  onClose,
}: Props<Others>) {
  const [text, setText] = useState(firstText);
  useEarlyKeys({ onLetter: (letter) => setText((typed) => typed + letter), onClose });
  return <LazyPart part={part} props={{ ...props, text, onText: setText }} onGiveUp={onClose} />;
}

/** Before the chart takes the keys. */
const CAPTURED = { capture: true };

type EarlyKeys = { onLetter: (letter: string) => void; onClose: () => void };

/** Passes on what is typed before the search field has the focus; the chart behind it gets none of it. */
function useEarlyKeys({ onLetter, onClose }: EarlyKeys): void {
  const act = (event: KeyboardEvent) => {
    const { key, target, ctrlKey, altKey, metaKey } = event;
    if (ctrlKey || altKey || metaKey || event.isComposing) return;
    if (target instanceof Element && target.closest('[role="dialog"], input, textarea')) return;
    // They press the focused button, such as the one that loads failed code again.
    const isPress = key === 'Enter' || key === ' ';
    if (isPress && target instanceof Element && target.closest('button')) return;
    if (key === 'Escape') onClose();
    else if (key.length === 1) onLetter(key);
    else if (key !== 'Enter') return;
    event.preventDefault();
  };
  useWindowEvent('keydown', act, CAPTURED);
}
