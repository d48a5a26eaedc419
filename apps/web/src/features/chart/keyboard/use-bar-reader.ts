import { useEffect, useRef, useState } from 'react';
import type { ChartScreenState } from '../model/chart-context.ts';
import { barWords } from './bar-words.ts';

/** At most one bar in this time is read out. */
const PACE_MS = 500;

type Read = Pick<ChartScreenState, 'controller' | 'resolution' | 'zone' | 'decimals'>;

/** The bar at the crosshair in words, after keys moved it: `read` asks for it, `words` goes into a live region. */
export function useBarReader(state: Read): { words: string; read: () => void } {
  const [words, setWords] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const read = () => {
    // The bar is read when the keys rest, or twice a second while they are held.
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const legend = state.controller?.legend.get();
      if (legend?.bar) setWords(barWords(legend.bar, legend.mark, state));
    }, PACE_MS);
  };
  return { words, read };
}
