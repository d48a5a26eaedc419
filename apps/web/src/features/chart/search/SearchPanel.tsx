import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useWhenIdle } from '../../../ui/hooks/use-when-idle.ts';
import { LazyPart, lazyPart } from '../../../ui/LazyPart.tsx';
import type { ChartController } from '../controller/chart-controller.ts';

type Props = {
  /** The search that is opened. */
  part: typeof symbolSearch;
  firstText: string;
  onClose: () => void;
};

export const symbolSearch = lazyPart(async () => (await import('./SymbolFinder.tsx')).SymbolSearch);

/**
 * Loads the search before somebody looks for a symbol: once the page is idle, and with the first bars at the latest, so
 * that it is there when the server goes away.
 */
export function usePreloadedSearch(controller: ChartController | null): void {
  useWhenIdle(symbolSearch.preload);
  useEffect(() => {
    if (!controller) return;
    const { lastBar } = controller;
    const stop = lastBar.subscribe(() => {
      stop();
      symbolSearch.preload();
    });
    if (lastBar.get()) symbolSearch.preload();
    return stop;
  }, [controller]);
}

/** A search of symbols; what is typed while its code is still on its way is not lost. */
export function SearchPanel({ part, firstText, onClose }: Props) {
  const [text, setText] = useState(firstText);
  useEarlyLetters((letter) => setText((typed) => typed + letter));
  return <LazyPart part={part} props={{ text, onText: setText }} onGiveUp={onClose} />;
}

/** What is typed into the page before the search has the focus belongs to it: none of a fast hand's letters is lost. */
function useEarlyLetters(onLetter: (letter: string) => void): void {
  useWindowEvent('keydown', (event) => {
    const { key, target, ctrlKey, altKey, metaKey } = event;
    if (key.length !== 1 || ctrlKey || altKey || metaKey || event.isComposing) return;
    if (target instanceof Element && target.closest('[role="dialog"], input, textarea')) return;
    event.preventDefault();
    onLetter(key);
  });
}
